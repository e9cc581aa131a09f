"""Scripts for maintainers; none of them is part of the package."""
