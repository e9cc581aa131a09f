"""Words of the shipped categories in the reader's language. They are stored in English."""

from showground.core.languages import pgettext

CONTEXT = "category"


def category_text(words: str) -> str:
    """A category's name or description, one of its questions or answers, or the label of an attribute.

    What operators wrote themselves is in no catalogue, and is shown as they wrote it.
    """
    return pgettext(CONTEXT, words)
