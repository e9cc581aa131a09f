"""Describes every setting, for docs/settings.md."""

from dataclasses import MISSING, fields

from showground.settings.declare import PREFIX
from showground.settings.settings import Settings


def describe() -> str:
    """The text of docs/settings.md."""
    rows = ["| setting | meaning | default |", "|---|---|---|"]
    for f in fields(Settings):
        default = (
            ""
            if f.default in (None, (), frozenset(), MISSING)
            else "`on`"
            if f.name == "rate_limits" or f.default is True
            else "`off`"
            if f.default is False
            else f"`{','.join(Settings.languages)}`"
            if f.name == "languages"
            else f"`{f.default}`"
        )
        rows.append(f"| `{PREFIX}{f.name.upper()}` | {f.metadata['meaning']} | {default} |")
    intro = (
        "# Settings\n\nShowground reads these environment variables when it starts. It refuses to start if a variable"
        f" that begins with `{PREFIX}` is unknown or a value is invalid, and tells you which one and how to fix"
        " it. An empty value counts as unset; only"
        f" `{PREFIX}DATABASE_URL` must not be empty in production, because a missing secret would start an empty"
        " database.\n\n"
    )
    return intro + "\n".join(rows) + "\n"
