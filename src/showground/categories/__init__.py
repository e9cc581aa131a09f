"""The category tree, and the attributes that listings are compared by."""

from showground.categories.category_text import category_text
from showground.categories.models import Category
from showground.categories.queries import category_tree
from showground.categories.queries.staff_categories import StaffCategory

__all__ = ["Category", "StaffCategory", "category_text", "category_tree"]
