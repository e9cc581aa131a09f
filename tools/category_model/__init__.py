"""Trains the model that recognises the category of a website. See README.md."""
