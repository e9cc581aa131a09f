"""Recognises what a text states. Drafters and the verifier use the same functions."""
