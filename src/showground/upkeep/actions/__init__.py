"""What staff may do to keep the site running."""
