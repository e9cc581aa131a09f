"""Notifies the WebSub hub of changed feeds, so that it can send them to its subscribers."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from showground.core.jobs.declare import JobRun, job
from showground.events.changes import NotTold, pass_on
from showground.events.queries.events import StoredEvent

FORMS = ("atom", "rss")
COMING_AND_GOING = ("listing.published", "listing.launched", "listing.removed")


@dataclass(frozen=True, slots=True)
class FeedHub:
    """The hub that feeds name, and that is notified of changes."""

    url: str | None


@job(every="* * * * *", retries=3)
async def tell_feed_hub(run: JobRun) -> None:
    """Send the addresses of changed feeds."""
    dispatcher, hub = run.dispatcher, run.dispatcher.services[FeedHub].url
    if hub is None:
        return

    async def tell(found: Sequence[StoredEvent], items: Mapping[int, str]) -> None:
        feeds = sorted(changed_feeds(found, items))
        if not feeds:
            return
        addresses = [f"{dispatcher.site.url}{feed}.{form}" for feed in feeds for form in FORMS]
        form = urlencode([("hub.mode", "publish"), *(("hub.url", address) for address in addresses)])
        answer = await dispatcher.fetch.send(hub, form.encode(), {"content-type": "application/x-www-form-urlencoded"})
        if not 200 <= answer.status < 300:
            raise NotTold

    await pass_on(run, "feed_hub", tell)


def changed_feeds(found: Iterable[StoredEvent], items: Mapping[int, str]) -> set[str]:
    """The paths of the feeds that these events change, without their endings."""
    feeds: set[str] = set()
    for event in found:
        if event.kind in COMING_AND_GOING:
            listing: dict[str, Any] = json.loads(items.get(event.id, '{"categories": []}'))
            feeds |= {
                "/feeds/launches",
                *(f"/feeds/categories/{category['slug']}" for category in listing["categories"]),
            }
        if event.kind in (*COMING_AND_GOING, "listing.updated"):
            feeds |= {"/feeds/updates", f"/feeds/listings/{event.key}"}
        elif event.subject == "post":
            feeds.add("/feeds/blog")
        elif event.kind == "award.given":
            feeds.add("/feeds/weeks")
    return feeds
