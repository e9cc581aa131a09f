"""Trains the model that tells rows of features from other rows by their form."""
