"""Checkout, payment and order pages."""
