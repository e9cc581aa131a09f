"""Operations on the caller's listings and claims."""
