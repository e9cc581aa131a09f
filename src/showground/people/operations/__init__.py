"""Operations on founders and interviews."""
