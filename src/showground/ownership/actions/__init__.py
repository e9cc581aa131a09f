"""What owners do on the website, and what happens by the clock."""
