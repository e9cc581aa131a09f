"""Staff's bulk ways in and out: all listings as lines of JSON."""
