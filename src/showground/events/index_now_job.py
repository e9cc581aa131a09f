"""Notifies search engines of changed pages (indexnow.org)."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from showground.core.jobs.declare import JobRun, job
from showground.events.changes import NotTold, pass_on
from showground.events.queries.events import StoredEvent

PAGES = {"listing": "listings", "category": "categories", "founder": "founders", "post": "blog"}
NEW_COUNTS = "listing.counted"  # not worth another visit


@dataclass(frozen=True, slots=True)
class IndexNow:
    """The key that proves that we own this site: it is served at /KEY.txt."""

    key: str | None
    url: str


@job(every="*/10 * * * *", retries=3)
async def tell_search_engines(run: JobRun) -> None:
    """Send the addresses of changed pages, also of those that are gone."""
    dispatcher, service = run.dispatcher, run.dispatcher.services[IndexNow]
    site = dispatcher.site.url
    if service.key is None:
        return

    async def tell(found: Sequence[StoredEvent], _: Mapping[int, str]) -> None:
        pages = sorted(changed_pages(found))
        if not pages:
            return
        body = {
            "host": urlsplit(site).netloc,
            "key": service.key,
            "keyLocation": f"{site}/{service.key}.txt",
            "urlList": [f"{site}{page}" for page in pages],
        }
        kind = {"content-type": "application/json; charset=utf-8"}
        answer = await dispatcher.fetch.send(service.url, json.dumps(body).encode(), kind)
        if not 200 <= answer.status < 300:
            raise NotTold

    await pass_on(run, "index_now", tell)


def changed_pages(found: Iterable[StoredEvent]) -> set[str]:
    """The paths of the pages that these events change."""
    return {
        f"/{PAGES[event.subject]}/{key}"
        for event in found
        if event.subject in PAGES and event.kind != NEW_COUNTS
        for key in (event.key, event.previous_key)
        if key
    }
