"""Badges that a listing may show elsewhere: which ones it has earned, and how they are drawn."""
