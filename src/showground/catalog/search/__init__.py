"""Finding listings by words, mistyped or not, and by filters."""
