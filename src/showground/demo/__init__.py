"""The demo directory: fictional launches that show the product on its first start."""
