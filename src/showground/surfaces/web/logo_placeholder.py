"""The tile that stands where a listing has no logo of its own here."""

from dataclasses import dataclass
from hashlib import blake2b

COLOURS = 12  # as many as the style sheet has
MOTIFS = 6  # as many as the sprite has


@dataclass(frozen=True, slots=True)
class Tile:
    """The first letter of a name, on a colour and a drawing that follow from it."""

    letter: str
    colour: int
    motif: int


def make_tile(name: str) -> Tile:
    drawn = blake2b(name.encode(), digest_size=2).digest()
    letter = next((sign for sign in name if sign.isalnum()), "")
    return Tile(letter.upper()[:1], drawn[0] % COLOURS, drawn[1] % MOTIFS)
