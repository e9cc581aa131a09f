"""Real names for the examples in the documentation, so that a sample works on this site as it was copied.

The examples in the code are about a made-up product. Where the API describes itself, the names of that product are
replaced by those of a listing, a category, a founder and a post that are public here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from showground.blog.operations.list_blog_posts import ListBlogPosts, list_blog_posts
from showground.categories.operations.list_categories import ListCategories, list_categories
from showground.core.cache import LIFE, Cache
from showground.core.calls.action import Operation
from showground.core.calls.context import Caller
from showground.core.calls.dispatch import Dispatcher
from showground.core.calls.errors import ApiError
from showground.core.calls.models import Encoded, NoInput
from showground.listings.operations.search_listings import SearchListings, search_listings
from showground.people.operations.list_founders import ListFounders, list_founders
from showground.people.operations.list_interview_questions import list_interview_questions


@dataclass(frozen=True, slots=True)
class SiteNames:
    """By what the examples say: the same on this site. `fields` are by the name of a property."""

    values: Mapping[str, str] = field(default_factory=dict[str, str])
    fields: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def put_into(self, example: Any) -> Any:
        """An example with this site's names."""
        if isinstance(example, str):
            return self.values.get(example, example)
        if isinstance(example, list):
            return [self.put_into(item) for item in cast("list[Any]", example)]
        if isinstance(example, dict):
            items = cast("dict[str, Any]", example).items()
            return {name: self.fields.get(name, self.put_into(item)) for name, item in items}
        return example


MADE_UP = SiteNames()


class SiteNamesFinder:
    """Finds the names, and again once anything has changed: a listing may be hidden from one moment to the next."""

    def __init__(self, dispatcher: Dispatcher, cache: Cache) -> None:
        self._dispatcher = dispatcher
        self._cache = cache
        self._found = MADE_UP
        self._found_at: tuple[int, float] | None = None  # the cache's mark, and the time

    async def find(self) -> SiteNames:
        mark, now = self._cache.begin(), self._dispatcher.clock().timestamp()
        if self._found_at is None or self._found_at[0] != mark or not 0 <= now - self._found_at[1] < LIFE:
            try:
                found = await self._ask()
            except ApiError:
                return self._found  # the documentation is there while the database is away
            if found != self._found:
                self._found = found
            self._found_at = (mark, now)
        return self._found

    async def _ask(self) -> SiteNames:
        listings = (await self._call(search_listings, SearchListings(sort="votes", per_page=2))).items
        categories = (await self._call(list_categories, ListCategories(include_empty=False))).items
        founders = (await self._call(list_founders, ListFounders(per_page=1))).items
        posts = (await self._call(list_blog_posts, ListBlogPosts(per_page=1))).items
        questions = (await self._call(list_interview_questions, NoInput())).items
        values: dict[str, str] = {}
        for example, found in (
            ("tidewater", listings[:1]),
            ("rehearsal-yard", listings[1:]),
            ("databases", categories),
            ("ada-moreno", founders),
            ("testing-backups", posts),
        ):
            values |= {example: found[0].slug} if found else {}
        return SiteNames(values, {"question_id": questions[0].id} if questions else {})

    async def _call(self, operation: Operation[Any, Any], input: Any) -> Any:
        answer = await self._dispatcher.call(operation, Caller(self._dispatcher.clock(), "job"), input)
        return operation.output.model_validate_json(answer.json) if isinstance(answer, Encoded) else answer
