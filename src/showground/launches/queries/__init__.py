"""SQL on launches, votes, rankings and awards."""
