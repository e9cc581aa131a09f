"""The founders' pages: from the address of a website to a listing, and all that follows."""
