"""Operations on categories and on the directory as a whole."""
