"""Which texts and domains staff have blocked. Pure."""

import re
from collections.abc import Iterable, Sequence
from typing import Literal

Signal = Literal["new_account", "same_text", "blocked_word", "blocked_domain"]


def find_blocked(
    texts: Iterable[str | None], domain: str, words: Sequence[str], domains: Sequence[str]
) -> list[Signal]:
    """Whether a text has a blocked word, as a whole word in any case, and whether the domain is one or below one."""
    found: list[Signal] = []
    said = " ".join(text for text in texts if text).casefold()
    if any(re.search(rf"(?<!\w){re.escape(word.casefold())}(?!\w)", said) for word in words if word.strip()):
        found.append("blocked_word")
    if any(domain == blocked or domain.endswith(f".{blocked}") for blocked in domains):
        found.append("blocked_domain")
    return found
