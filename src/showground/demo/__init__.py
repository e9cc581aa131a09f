"""The demo directory: made-up launches that show the product at its first start."""
