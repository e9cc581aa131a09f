"""What machines read of the website: maps, feeds, pictures for sharing, Markdown."""
