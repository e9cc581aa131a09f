"""Operations on launches, leaderboards, awards and badges."""
