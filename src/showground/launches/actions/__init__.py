"""Actions on votes, follows, reviews and launch weeks, for people and scheduled jobs."""
