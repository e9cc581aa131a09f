"""Operations on drafts."""
