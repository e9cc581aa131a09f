"""Finds what a site states, without a model, and leaves the rest blank. Runs in the sandbox."""
