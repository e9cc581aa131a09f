"""The tile shown for listings whose logo we do not host."""

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
