"""The staff pages of the website."""
