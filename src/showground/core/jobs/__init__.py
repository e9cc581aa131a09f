"""Background jobs: their declaration, the worker, and the built-in ones."""
