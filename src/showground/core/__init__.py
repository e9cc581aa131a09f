"""What every domain stands on; nothing here knows of listings."""
