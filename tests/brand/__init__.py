"""Tests of the brand."""
