"""The category tree, and the attributes that listings are compared by."""

from showground.categories.errors import NoSuchCategory
from showground.categories.models import Category
from showground.categories.queries import category_tree
from showground.categories.queries.staff_categories import StaffCategory
from showground.categories.shipped_texts import attribute_labels, category_text

__all__ = [
    "Category",
    "NoSuchCategory",
    "StaffCategory",
    "attribute_labels",
    "category_text",
    "category_tree",
]
