"""An edition as an email: rendered once with everything, then cut to what each reader chose."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

from showground.core.calls.context import Site
from showground.core.languages import in_language
from showground.core.mail.queries import Written
from showground.core.mail.templates import write
from showground.newsletter import rules
from showground.newsletter.models import EditionItem, EditionListing

TEMPLATE = "newsletter"


@dataclass(frozen=True)
class EditionEmail:
    """An edition with all of its items."""

    site: Site
    week: date
    items: Sequence[EditionItem]
    sponsor: EditionListing | None

    @cached_property
    def mark(self) -> str:
        """Placeholder for the reader's own URL; random, so that no listing's text can contain it."""
        return secrets.token_hex(16)

    @cached_property
    def _whole(self) -> Written:
        with in_language(self.site.languages.site):  # whoever previews it
            return write(
                self.site,
                "",
                TEMPLATE,
                unsubscribe_url=self.mark,
                week=self.week,
                top=[item for item in self.items if item.section == "top"],
                new=[item for item in self.items if item.section == "new"],
                sponsor=self.sponsor,
                part=self._cut_mark,
                key_of=rules.key_of,
            )

    @cached_property
    def _cut_mark(self) -> str:
        return secrets.token_hex(16)

    @cached_property
    def _text(self) -> list[tuple[str, str]]:
        return rules.split(self._whole.body_text, self._cut_mark)

    @cached_property
    def _html(self) -> list[tuple[str, str]]:
        return rules.split(self._whole.body_html, self._cut_mark)

    @property
    def subject(self) -> str:
        return self._whole.subject

    def cut_to(self, items: Sequence[EditionItem]) -> Written:
        """The email with only these items; `mark` is still in it."""
        text, html = rules.cut(self._text, items), rules.cut(self._html, items)
        return replace(self._whole, body_text=text.strip() + "\n", body_html=html)
