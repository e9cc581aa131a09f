"""All SQL of the newsletter, launch alerts and saved searches."""
