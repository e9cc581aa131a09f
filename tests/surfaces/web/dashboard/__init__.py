"""Tests of the founders' pages."""
