"""SQL on drafts and invitations."""
