"""Drafters: each turns pages into a proposal that the verifier has checked."""
