"""From the address of a website to a truthful draft."""
