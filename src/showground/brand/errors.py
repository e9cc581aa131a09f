"""Errors about the brand."""

from showground.core.calls.errors import InvalidInput, NotFound


class UnreadableColours(InvalidInput):
    """These colours can't be used together: people could not read them."""


class FixedByFile(InvalidInput):
    """A file sets this value, so it can't be changed here."""


class BrandPictureRefused(InvalidInput):
    """This file can't be used as a picture of the brand."""


class NoSuchPicture(NotFound):
    """The brand has no such picture."""


class NoSuchEmail(NotFound):
    """No email has this name."""
