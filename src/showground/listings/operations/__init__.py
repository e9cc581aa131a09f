"""Operations on listings."""
