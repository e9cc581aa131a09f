"""Actions on orders, payments and books, for pages, jobs and commands."""
