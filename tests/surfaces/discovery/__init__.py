"""What programs find that know only the address of the site."""
