"""Looks for what a site states, without a model, and leaves blank what it does not. Runs in the sandbox."""
