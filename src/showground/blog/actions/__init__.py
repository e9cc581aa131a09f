"""Actions on the blog, for pages."""
