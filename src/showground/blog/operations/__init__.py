"""Operations on the blog."""
