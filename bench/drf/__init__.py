"""The same profile by Django REST Framework, plainly written, on the same rows. Runs in an environment of its own."""
