"""What machines read: sitemaps, feeds, share images, structured data and Markdown."""
