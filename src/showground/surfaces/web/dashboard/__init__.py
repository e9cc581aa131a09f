"""The founders' dashboard: submit a website, edit the draft, launch the listing and manage it."""
