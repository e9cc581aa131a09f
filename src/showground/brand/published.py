"""Keeps a process's site as the brand is published: loads it again after every change, before the next request."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from time import monotonic

from showground import blog
from showground.brand.brand_file import BadBrandFile, BrandFile
from showground.brand.models import BrandValues
from showground.brand.queries import brands, email_words
from showground.brand.rules import merge
from showground.core.brand import BRAND, Brand
from showground.core.calls.context import Site
from showground.core.calls.errors import Unavailable
from showground.core.database.database import Database
from showground.core.database.pool import Connection

RETRY_SECONDS = 2.0  # requests that come in the meantime don't wait for a database that is away

log = logging.getLogger(__name__)


class PublishedBrand:
    """The brand that `site` shows.

    A commit with the tag `brand` makes it stale in every process. Answers that are rendered afterwards wait until it is
    loaded again, so no answer with the old brand is cached.
    """

    def __init__(
        self,
        site: Site,
        database: Database,
        defaults: Brand,
        file: BrandFile,
        follow: Callable[[Connection, Brand], Awaitable[None]],
    ) -> None:
        """`follow` is called with every new brand, and can read what else staff set."""
        self.file = file
        self.defaults = defaults
        self._site = site
        self._database = database
        self._follow = follow
        self._changes, self._loaded = 1, 0
        self._tried_at = 0.0  # when loading it failed
        self._lock = asyncio.Lock()

    @property
    def stale(self) -> bool:
        return self._loaded != self._changes

    def note_changes(self, tags: Iterable[str]) -> bool:
        """Whether these tags change the brand."""
        if BRAND not in tags:
            return False
        self.note_gap()
        return True

    def note_gap(self) -> None:
        """Changes may have been missed."""
        self._changes += 1
        self._tried_at = 0.0

    def check_file(self) -> bool:
        """Whether the file has changed. If it can't be used, the last one that could stays."""
        try:
            changed = self.file.load(self.defaults)
        except BadBrandFile as bad:
            for problem in bad.problems:
                log.warning("%s The brand stays as it was.", problem)
            return False
        if changed:
            self.note_gap()
        return changed

    async def refresh(self) -> None:
        """Load the brand if it is stale. While the database is away, the last brand stays."""
        if not self.stale:
            return
        async with self._lock:
            while self.stale and monotonic() - self._tried_at > RETRY_SECONDS:
                try:
                    await self._load()
                except Unavailable:
                    self._tried_at = monotonic()

    async def _load(self) -> None:
        changes = self._changes
        async with self._database.reading() as db:
            brand = await self.complete(db, await brands.read_published(db) or BrandValues())
            await self._follow(db, brand)
        self._site.publish(brand)
        self._loaded = changes

    async def complete(self, db: Connection, staff: BrandValues) -> Brand:
        """The brand with these values of staff's, and everything else as it is."""
        words = {**await email_words.list_words(db), **self.file.words}
        pages = tuple(await blog.list_own_pages(db))
        return replace(merge(self.defaults, staff, self.file.values), email_words=words, pages=pages)
