"""Staff's bulk ways in and out: all listings as JSON Lines or CSV, and everything in open formats."""
