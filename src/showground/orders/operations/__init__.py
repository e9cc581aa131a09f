"""Operations on orders and products."""
