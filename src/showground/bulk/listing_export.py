"""Exports all listings as JSON Lines or CSV, from one snapshot of the database."""

import base64
from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import asdict
from typing import Any

from pydantic_core import to_json, to_jsonable_python

from showground import accounts, people
from showground.accounts import Account
from showground.bulk.csv_rows import write_heading, write_row
from showground.bulk.rows import SAME, ListingRow
from showground.core.calls.dispatch import Dispatcher
from showground.core.database.pool import Connection
from showground.listings import export, new_listings
from showground.listings import media as listing_media

AT_ONCE = 200


async def export_listings(dispatcher: Dispatcher, progress: Callable[[int, int], None]) -> AsyncGenerator[bytes]:
    """A line of JSON for each listing, in the order of their numbers."""
    async for row in _rows(dispatcher, progress):
        yield to_json(row) + b"\n"


async def export_csv(dispatcher: Dispatcher, progress: Callable[[int, int], None]) -> AsyncGenerator[bytes]:
    """A heading, and a row of CSV for each listing."""
    yield write_heading().encode()
    async for row in _rows(dispatcher, progress):
        yield write_row(to_jsonable_python(row)).encode()


async def _rows(dispatcher: Dispatcher, progress: Callable[[int, int], None]) -> AsyncGenerator[dict[str, Any]]:
    async with dispatcher.database.reading(snapshot=True) as db:
        await db.take_time()
        total, done, last = await export.count_listings(db), 0, 0
        known: dict[int, Account] = {}
        while listings := await export.read_listings(db, last, AT_ONCE):
            last = listings[-1][0]
            alternatives = await export.read_alternatives(db, [number for number, _ in listings])
            slugs = [founder.slug for _, listing in listings for founder in listing.founders]
            founders = await people.find_founders(db, slugs)
            for number, listing in listings:
                for account in listing.members.keys() - known.keys():
                    known[account] = await accounts.get_account(db, account)
                yield await _row(db, listing, alternatives.get(number, []), known, founders)
            done += len(listings)
            progress(done, max(done, total))


async def _row(
    db: Connection,
    listing: new_listings.NewListing,
    alternatives: list[str],
    known: Mapping[int, Account],
    founders: Mapping[str, people.NewFounder],
) -> dict[str, Any]:
    """One listing, without unknown values and without values that equal the default."""
    members = [(known[account], role) for account, role in listing.members.items()]
    row = {name: getattr(listing, name) for name in SAME} | {
        "alternatives": alternatives,
        "people": [
            {"email": one.email, "name": one.name, "role": role}
            for one, role in sorted(members, key=lambda member: (member[1] != "owner", member[0].email))
        ],
        "founders": [_founder(each, founders.get(each.slug)) for each in listing.founders],
        "updates": [asdict(each) for each in listing.updates],
        "milestones": [_known(asdict(each)) for each in listing.milestones],
        "media": [_known(await _media(db, each)) for each in listing.media],
        **await _logo(db, listing.logo_url),
        "revenue": asdict(listing.revenue) if listing.revenue else None,
        "evidence": listing.evidence,
        "faqs": None if listing.faqs is None else [_faq(each) for each in listing.faqs],
    }
    return {name: value for name, value in row.items() if value != ListingRow.model_fields[name].default}


def _faq(stored: Mapping[str, Any]) -> dict[str, Any]:
    """Without the mark of an adopted answer: questions and answers stay with this directory."""
    return {"question": stored["question"], "answer": stored["answer"]}


def _known(given: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in given.items() if value is not None}


def _founder(named: new_listings.NewListingFounder, known: people.NewFounder | None) -> dict[str, Any]:
    more = {"country": known.country, "socials": known.socials} if known else {}
    return _known({**asdict(named), **more})


async def _logo(db: Connection, logo_url: str | None) -> dict[str, Any]:
    """A logo that we store is exported with its bytes."""
    if logo_url is None or not logo_url.startswith(listing_media.FOLDER):
        return {"logo_url": logo_url, "logo": None}
    file = await listing_media.find_file(db, logo_url.removeprefix(listing_media.FOLDER))
    return {"logo_url": None, "logo": base64.b64encode(file[1]).decode() if file else None}


async def _media(db: Connection, media: new_listings.NewMedia) -> dict[str, Any]:
    """An image that we store is exported with its bytes."""
    name = media.url.removeprefix(listing_media.FOLDER)
    if name == media.url or (file := await listing_media.find_file(db, name)) is None:
        return asdict(media)
    kind, content = file
    packed = {"format": kind.removeprefix("image/"), "content": base64.b64encode(content).decode()}
    return {**asdict(media), "url": None, **packed}
