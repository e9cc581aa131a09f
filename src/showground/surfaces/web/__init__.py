"""The website: pages in HTML that work without script."""
