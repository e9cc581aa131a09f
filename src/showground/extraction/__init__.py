"""From the pages of a website to verified facts. Pure: no database."""
