"""Operations on the caller's account."""
