"""Actions on owned listings, for people on the website and scheduled jobs."""
