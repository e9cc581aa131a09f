"""Makes the table of word pieces that search by meaning uses."""
