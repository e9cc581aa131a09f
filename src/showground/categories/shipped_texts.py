"""Words of the shipped categories in the reader's language. They are stored in English."""

import tomllib
from functools import cache
from importlib.resources import files

from showground.core.languages import pgettext

CONTEXT = "category"


@cache
def attribute_labels() -> dict[str, str]:
    """The labels of the shipped attributes by their keys."""
    text = (files("showground.categories") / "categories.toml").read_text(encoding="utf-8")
    return {
        attribute["key"]: attribute["label"]
        for category in tomllib.loads(text)["category"]
        for attribute in category.get("attributes", ())
    }


def category_text(words: str) -> str:
    """A category's name or description, one of its questions or answers, or the label of an attribute.

    What operators wrote themselves is in no catalogue, and is shown as they wrote it.
    """
    return pgettext(CONTEXT, words)
