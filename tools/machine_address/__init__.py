"""Trains the model that notices text addressed to machines."""
