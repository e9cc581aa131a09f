"""Reading a site: its pages as text, with where and when each was read."""
