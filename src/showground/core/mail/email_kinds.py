"""The kinds of emails that are sent, and what their words may contain. `emails/kinds.toml` declares them.

A kind usually is a template. Where the text of a template depends on what happened, each case is a kind of its own, so
that operators can write each in their own words: `claim_granted` and `claim_declined` share a template.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from showground.core.brand import EmailWords
from showground.core.languages import Text, deferred, text_with
from showground.core.languages.formats import number

PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")
ALWAYS = ("site", "site_url")
MAX_SUBJECT, MAX_BODY = 200, 10_000


@dataclass(frozen=True)
class EmailKind:
    """One kind of email."""

    name: str
    title: str
    template: str
    values: Mapping[str, Any]
    """Examples of the values it is sent with."""
    when: Mapping[str, bool]
    """The case of its template: which values must be there or be true, and which not."""
    blocks: tuple[str, ...]
    """Parts that we write, such as the lines of an order."""
    required: tuple[str, ...]
    """Placeholders without which the email would be useless."""

    @property
    def placeholders(self) -> tuple[str, ...]:
        plain = [name for name, value in self.values.items() if type(value) in (str, int)]
        return (*plain, *self.blocks, *ALWAYS)

    def fits(self, values: Mapping[str, Any]) -> bool:
        return all(bool(values.get(name)) == wanted for name, wanted in self.when.items())


@cache
def list_kinds() -> tuple[EmailKind, ...]:
    declared = tomllib.loads((files("showground") / "emails" / "kinds.toml").read_text(encoding="utf-8"))
    return tuple(
        EmailKind(
            name=name,
            title=kind["title"],
            template=kind.get("template", name),
            values=kind.get("values", {}),
            when=kind.get("when", {}),
            blocks=tuple(kind.get("blocks", ())),
            required=tuple(kind.get("required", ())),
        )
        for name, kind in declared.items()
    )


def find_kind(name: str) -> EmailKind | None:
    return next((kind for kind in list_kinds() if kind.name == name), None)


def kind_of(template: str, values: Mapping[str, Any]) -> EmailKind | None:
    """The kind of an email that is about to be sent."""
    return next((kind for kind in list_kinds() if kind.template == template and kind.fits(values)), None)


def check_words(kind: EmailKind, words: EmailWords) -> Iterator[tuple[str, Text]]:
    """What is wrong with the operator's own words: the field, and how to fix it."""
    known = kind.placeholders
    for field, text, most in (("subject", words.subject, MAX_SUBJECT), ("body", words.body, MAX_BODY)):
        if not text.strip():
            yield field, Text("Must not be empty.")
        if len(text) > most:
            yield field, text_with("Must have at most %(most)s characters.", most=deferred(number, most))
        unknown = next((name for name in PLACEHOLDER.findall(text) if name not in known), None)
        if unknown is not None:
            choices = ", ".join(f"{{{name}}}" for name in known)
            yield (
                field,
                text_with(
                    "{%(unknown)s} is not a placeholder of this email. Use one of %(choices)s.",
                    unknown=unknown,
                    choices=choices,
                ),
            )
    if "\n" in words.subject:
        yield "subject", Text("Must be one line.")
    used = PLACEHOLDER.findall(words.body)
    for name in kind.required:
        if name not in used:
            yield "body", text_with("Must contain {%(name)s}: without it, this email would be useless.", name=name)
