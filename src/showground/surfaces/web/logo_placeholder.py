"""The tiles shown for listings whose logo we do not host, and for people."""

from dataclasses import dataclass
from hashlib import blake2b

COLOURS = 12  # defined in the style sheet
MOTIFS = 6  # defined in the sprite


@dataclass(frozen=True, slots=True)
class Tile:
    """The first letter of a name, with a colour and a motif derived from the name."""

    letter: str
    colour: int
    motif: int


def make_tile(name: str) -> Tile:
    drawn = blake2b(name.encode(), digest_size=2).digest()
    letter = next((sign for sign in name if sign.isalnum()), "")
    return Tile(letter.upper()[:1], drawn[0] % COLOURS, drawn[1] % MOTIFS)


def initials(name: str) -> str:
    """The first letters of the first and the last word of a name; one letter in scripts without capitals."""
    letters = [letter for word in name.split() if (letter := next((sign for sign in word if sign.isalnum()), ""))]
    shown = letters[:1] + letters[1:][-1:]
    return "".join(letter.upper()[:1] for letter in shown if letter.upper() != letter.lower()) or "".join(letters[:1])
