"""In which language each recipient of an email reads."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

from showground.core.calls.context import Context, Site
from showground.core.database.pool import Connection
from showground.core.languages import Language, current_language, is_language_set
from showground.core.mail.address import fold


@dataclass(frozen=True, slots=True)
class RecipientLanguages:
    """`find`: the codes of the languages that people chose, by folded address; others are left out."""

    find: Callable[[Connection, Sequence[str]], Awaitable[Mapping[str, str]]]


async def find_languages(ctx: Context, recipients: Sequence[str]) -> list[Language]:
    """The language of each recipient. A stranger who asks for an email reads it in the language of the page."""
    languages, otherwise = ctx.site.languages, usual_language(ctx.site)
    known = ctx.services.find(RecipientLanguages)
    if not languages.several or known is None:
        return [languages.site] * len(recipients)
    codes = await known.find(ctx.db, recipients)
    return [languages.find(codes.get(fold(recipient))) or otherwise for recipient in recipients]


async def find_language(ctx: Context, recipient: str) -> Language:
    """The language of one recipient, for values that are written before the email is."""
    [language] = await find_languages(ctx, [recipient])
    return language


def usual_language(site: Site) -> Language:
    """The language of the page that somebody is reading, or else the site's own."""
    return current_language() if is_language_set() else site.languages.site
