"""Imports listings from a file: all of them, or none if any line has an error."""

import base64
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from showground import accounts, launches, listings, people
from showground.bulk.lines import InvalidLine, InvalidRow, read_rows, week_of
from showground.bulk.rows import SAME, ListingRow, MediaRow, moment
from showground.core.calls.dispatch import Dispatcher
from showground.core.database.pool import Connection
from showground.core.domain_names import domain_of
from showground.listings import export, new_listings, rules
from showground.search import category_slugs, public_counts, word_counts

AT_ONCE = 500
MAX_WRONG = 50
PICTURES = frozenset(("webp", "png", "jpeg", "gif"))
PLANNED = frozenset(("scheduled", "live"))
Progress = Callable[[int, int], None]


class FileRefused(Exception):
    """Some lines have errors, so nothing was imported."""

    def __init__(self, wrong: Iterable[InvalidLine], *, more: bool) -> None:
        self.lines = [str(one) for one in wrong]
        self.more = more
        super().__init__("\n".join(self.lines))


@dataclass
class Survey:
    """What the first pass over the file found."""

    slugs: dict[int, str | None] = field(default_factory=dict[int, str | None])  # by line
    lines: dict[str, int] = field(default_factory=dict[str, int])  # by slug, of those that name one
    domains: dict[str, int] = field(default_factory=dict[str, int])
    categories: dict[str, int] = field(default_factory=dict[str, int])
    alternatives: dict[str, int] = field(default_factory=dict[str, int])
    bases: dict[int, str] = field(default_factory=dict[int, str])  # by line without a slug: what to make it from
    wrong: list[InvalidLine] = field(default_factory=list[InvalidLine])
    knows_slugs: bool = True  # of all lines; if not, an alternative may be on one that can't be read

    def add_invalid(self, line: int, row: InvalidRow) -> None:
        self.wrong += row.wrong
        if row.rest is not None:
            self.add(line, row.rest, row.lost)
        if row.rest is None or "slug" in row.lost:
            self.knows_slugs = False

    def add(self, line: int, row: ListingRow, lost: Collection[str] = ()) -> None:
        domain = domain_of(row.website)
        self.slugs[line] = row.slug
        if row.slug is None:
            self.bases[line] = rules.slug_base(row.name, domain)
        elif (first := self.lines.setdefault(row.slug, line)) != line:
            self.wrong.append(InvalidLine(line, f"slug: {row.slug} is also on line {first}."))
        if "website" not in lost and (first := self.domains.setdefault(domain, line)) != line:
            self.wrong.append(InvalidLine(line, f"website: The domain {domain} is also on line {first}."))
        for slug in row.categories:
            self.categories.setdefault(slug, line)
        for slug in row.alternatives:
            self.alternatives.setdefault(slug, line)
        kinds = {media.format for media in row.media if media.format}
        self.wrong += [
            InvalidLine(line, f"media: {kind} is not a supported format.") for kind in sorted(kinds - PICTURES)
        ]


async def import_listings(dispatcher: Dispatcher, file: Path, progress: Progress) -> int:
    """Import every listing in the file; returns how many. One invalid line means that none are imported."""
    survey = _look_through(file)
    now = dispatcher.clock()
    async with dispatcher.database.transaction() as db:
        await db.take_time(work_mem="64MB")
        known = await _check(db, survey)
        total, numbers = len(survey.slugs), dict[str, int]()
        alternatives: list[tuple[str, str]] = []
        for chunk in _chunks(file):
            numbers |= await _add(db, [(survey.slugs[line] or "", row) for line, row in chunk], now)
            alternatives += [(survey.slugs[line] or "", other) for line, row in chunk for other in row.alternatives]
            progress(len(numbers), total)
        everyone = known | numbers
        await new_listings.add_alternatives(db, ((numbers[slug], everyone[other]) for slug, other in alternatives))
    async with dispatcher.database.transaction() as db:
        await db.take_time()
        await word_counts.count_words(db)
        await public_counts.fold(db)
    return total


def _look_through(file: Path) -> Survey:
    survey = Survey()
    for number, row in read_rows(file):
        if isinstance(row, ListingRow):
            survey.add(number, row)
        else:
            survey.add_invalid(number, row)
        if len(survey.wrong) > MAX_WRONG:
            break
    if not survey.slugs and not survey.wrong:
        survey.wrong.append(InvalidLine(1, "There are no listings in this file."))
    if not survey.slugs or len(survey.wrong) > MAX_WRONG:
        _refuse(survey.wrong)
    return survey


async def _check(db: Connection, survey: Survey) -> dict[str, int]:
    """Check the file against this directory, and refuse it if anything was wrong; returns the ids of alternatives that
    already exist here."""
    wrong = survey.wrong
    taken, placed = await export.find_taken(db, [*survey.lines, *survey.alternatives], list(survey.domains))
    wrong += [
        InvalidLine(line, f"slug: {slug} is already taken.") for slug, line in survey.lines.items() if slug in taken
    ]
    wrong += [
        InvalidLine(line, f"website: There is already a listing for {domain}.")
        for domain, line in survey.domains.items()
        if domain in placed
    ]
    categories = set(await category_slugs.get_category_slugs(db))
    wrong += [
        InvalidLine(line, f"categories: There is no category {slug} in this directory.")
        for slug, line in survey.categories.items()
        if slug not in categories
    ]
    wrong += [
        InvalidLine(line, f"alternatives: There is no listing {slug} in this directory or this file.")
        for slug, line in survey.alternatives.items()
        if survey.knows_slugs and slug not in taken and slug not in survey.lines
    ]
    _refuse(wrong)
    for line, base in survey.bases.items():
        slug = rules.number_slug(base, {*await listings.slugs.find_slugs(db, base), *survey.lines})
        survey.slugs[line] = slug
        survey.lines[slug] = line
    return taken


def _refuse(wrong: list[InvalidLine]) -> None:
    if wrong:
        wrong.sort(key=lambda one: one.line)
        raise FileRefused(wrong[:MAX_WRONG], more=len(wrong) > MAX_WRONG)


def _chunks(file: Path) -> Iterator[list[tuple[int, ListingRow]]]:
    chunk: list[tuple[int, ListingRow]] = []
    for number, row in read_rows(file):
        if isinstance(row, ListingRow):
            chunk.append((number, row))
        if len(chunk) == AT_ONCE:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


async def _add(db: Connection, rows: list[tuple[str, ListingRow]], now: datetime) -> dict[str, int]:
    """Numbers by slug."""
    new = [await _new_listing(db, slug, row, now) for slug, row in rows]
    ids = await new_listings.add_listings(db, new)
    await launches.add_launches(
        db, ((n, x.launch_week) for n, x in zip(ids, new, strict=True) if x.launch_week and x.status in PLANNED)
    )
    await _add_founders(db, rows)
    for number, (slug, row) in zip(ids, rows, strict=True):
        if row.logo is not None:
            content = base64.b64decode(row.logo)
            await listings.logos.add_imported(db, number, listings.logos.imported(slug, content), content, now)
    return {listing.slug: number for number, listing in zip(ids, new, strict=True)}


async def _add_founders(db: Connection, rows: list[tuple[str, ListingRow]]) -> None:
    """Add founders who are new; existing founders are not changed."""
    named = {founder.slug: founder for _, row in rows for founder in row.founders}
    there = await people.find_founders(db, list(named))
    await people.add_founders(
        db,
        [
            people.NewFounder(slug=slug, name=f.name, bio=f.bio, country=_upper(f.country), socials=f.socials)
            for slug, f in named.items()
            if slug not in there
        ],
    )


async def _new_listing(db: Connection, slug: str, row: ListingRow, now: datetime) -> new_listings.NewListing:
    created = moment(row.created_at, now)
    said: dict[str, Any] = {name: getattr(row, name) for name in SAME}
    said |= {
        "slug": slug,
        "country": _upper(row.country),
        "logo_url": listings.logos.imported(slug, base64.b64decode(row.logo)).path if row.logo else row.logo_url,
        "created_at": created,
        "updated_at": moment(row.updated_at, created),
        "live_at": moment(row.live_at, now) if row.status == "live" else row.live_at,
        "launch_week": week_of(row, now.date()),
        "members": {await _account(db, one.email, one.name, now): one.role for one in row.people},
        "founders": [new_listings.NewListingFounder(f.slug, f.name, f.title, f.bio) for f in row.founders],
        "updates": [new_listings.NewUpdate(u.title, u.body, u.posted_at) for u in row.updates],
        "milestones": [new_listings.NewMilestone(m.date, m.title, m.description, m.url) for m in row.milestones],
        "media": [await _media(db, media, now) for media in row.media],
        "revenue": new_listings.StatedRevenue(**row.revenue.model_dump()) if row.revenue else None,
        "faqs": None if row.faqs is None else [faq.model_dump() for faq in row.faqs],
        "evidence": {
            fact: [quote.model_dump(exclude_unset=True) | {"read_at": quote.read_at.isoformat()} for quote in quotes]
            for fact, quotes in row.evidence.items()
        },
    }
    return new_listings.NewListing(**said)


def _upper(code: str | None) -> str | None:
    return code.upper() if code else None


async def _account(db: Connection, email: str, name: str | None, now: datetime) -> int:
    found = await accounts.find_account_id(db, email)
    if found is not None:
        return found
    made = await accounts.add_account(db, email, name or email.partition("@")[0], role=None, demo=False, at=now)
    assert made is not None  # noqa: S101 - we just checked that the address has no account  # nosec B101
    return made


async def _media(db: Connection, media: MediaRow, now: datetime) -> new_listings.NewMedia:
    url = media.url
    if media.content is not None:
        url = await listings.media.add_file(db, base64.b64decode(media.content), media.format or "", now)
    return new_listings.NewMedia(media.kind, url or "", media.width, media.height, media.alt)
