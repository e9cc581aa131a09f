"""Saved searches: people who are signed in get new matches by email, every day or every week."""

import json
from typing import Annotated, Any
from urllib.parse import urlencode
from uuid import UUID

from pydantic import AfterValidator, Field

from showground import accounts
from showground.core.calls.context import Context
from showground.core.calls.declare import PERSON, PUBLIC, STAFF, action
from showground.core.calls.input_text import SEARCH_WORDS
from showground.core.calls.models import Input
from showground.core.calls.paging import none_if_blank
from showground.core.data_model import DataModel
from showground.core.mail.queries import stop_mailing
from showground.core.mail.templates import send_mail
from showground.listings import SLUG, public_profiles
from showground.newsletter import rules
from showground.newsletter.errors import EmptySearch, NoSuchSavedSearch, TooManySavedSearches
from showground.newsletter.models import Every, SavedSearch
from showground.newsletter.queries import saved_searches
from showground.newsletter.queries.saved_searches import DueSearch
from showground.search import Search, results

MAX_LOOKED_AT = 100  # the newest matches
MAX_EMAILED = 20
FILTERS = ("q", "category", "stage", "country", "pricing_model")


class SaveSearch(Input):
    """Words and filters of the search page, and how often new matches are emailed."""

    q: Annotated[str | None, Field(max_length=200), SEARCH_WORDS, AfterValidator(none_if_blank)] = None
    category: Annotated[str | None, Field(pattern=SLUG)] = None
    stage: Annotated[str | None, Field(pattern=SLUG)] = None
    country: Annotated[str | None, Field(pattern="^[A-Za-z]{2}$")] = None
    pricing_model: Annotated[str | None, Field(max_length=40)] = None
    every: Every = "week"


class SavedSearches(DataModel):
    items: list[SavedSearch]


@action(scope=PERSON, limit=rules.SAVED_SEARCHES, errors=(EmptySearch, TooManySavedSearches))
async def save_search(ctx: Context, input: SaveSearch) -> SavedSearches:
    """Save a search and get new matches by email. Saving it again changes how often."""
    search = {name: value for name in FILTERS if (value := getattr(input, name))}
    if not search:
        raise EmptySearch
    await accounts.lock_account(ctx.db, ctx.account)
    if await saved_searches.count_others(ctx.db, ctx.account, search) >= rules.MAX_SAVED_SEARCHES:
        raise TooManySavedSearches
    due = rules.next_due(input.every, ctx.now)
    await saved_searches.add_search(ctx.db, ctx.account, search, input.every, ctx.now, due)
    return SavedSearches(items=await saved_searches.list_searches(ctx.db, ctx.account))


@action(scope=PERSON, read_only=True)
async def list_saved_searches(ctx: Context) -> SavedSearches:
    """List your saved searches, newest first."""
    return SavedSearches(items=await saved_searches.list_searches(ctx.db, ctx.account))


class DeleteSavedSearch(Input):
    search_id: int


class SavedSearchDeleted(DataModel):
    deleted: bool = True


@action(scope=PERSON, errors=(NoSuchSavedSearch,))
async def delete_saved_search(ctx: Context, input: DeleteSavedSearch) -> SavedSearchDeleted:
    """Delete a saved search; no more emails about it are sent."""
    token = await saved_searches.drop_search(ctx.db, ctx.account, input.search_id)
    if token is None:
        raise NoSuchSavedSearch
    await stop_mailing(ctx.db, _stop_url(ctx, token), ctx.now)
    return SavedSearchDeleted()


class StopSavedSearch(Input):
    """The token from an email. With `stop` false, only show what it would stop."""

    token: UUID
    stop: bool = True


class SavedSearchStopped(DataModel):
    """The search, and whether its emails have stopped; null if it was deleted before."""

    search: SavedSearch | None
    stopped: bool


@action(scope=PUBLIC)
async def stop_saved_search(ctx: Context, input: StopSavedSearch) -> SavedSearchStopped:
    """Delete a saved search with the token in its emails, without signing in (RFC 8058)."""
    found = await saved_searches.find_by_token(ctx.db, input.token)
    if input.stop and found is not None:
        await saved_searches.drop_by_token(ctx.db, input.token)
        await stop_mailing(ctx.db, _stop_url(ctx, input.token), ctx.now)
    return SavedSearchStopped(search=found, stopped=input.stop or found is None)


class SavedSearchRun(DataModel):
    """Whether one was due; there may be more."""

    ran: bool


@action(scope=STAFF)
async def run_saved_search(ctx: Context) -> SavedSearchRun:
    """Run the saved search that is due the longest, and email what went live since the last time."""
    due = await saved_searches.lock_due(ctx.db, ctx.now)
    if due is None:
        return SavedSearchRun(ran=False)
    people = await accounts.find_reachable(ctx.db, [due.account_id])
    found = await _find_new(ctx, due) if people else []
    for person in people if found else ():
        await send_mail(
            ctx,
            person.email,
            "saved_search",
            unsubscribe_url=_stop_url(ctx, due.token),
            search=describe(due.search),
            found=found[:MAX_EMAILED],
            more=max(0, len(found) - MAX_EMAILED),
            link=f"{ctx.site.url}/listings?{urlencode({**due.search, 'sort': 'newest'})}",
        )
    await saved_searches.note_checked(ctx.db, due.id, ctx.now, rules.next_due(due.every, ctx.now))
    return SavedSearchRun(ran=True)


def describe(search: dict[str, str]) -> str:
    """A search in one line: “database”, in databases, PT."""
    words = f"“{search['q']}”" if "q" in search else ""
    return ", ".join(part for part in (words, *(search[name] for name in FILTERS[1:] if name in search)) if part)


async def _find_new(ctx: Context, due: DueSearch) -> list[dict[str, Any]]:
    """The summaries of matching listings that went live since the search was last run, newest first."""
    asked = Search(**due.search, sort="newest", page=1, per_page=MAX_LOOKED_AT)  # pyright: ignore[reportArgumentType]
    summaries = [
        json.loads(public_profiles.present(text, ctx.site)) for text in (await results.find(ctx.db, asked)).summaries
    ]
    slugs = [summary["slug"] for summary in summaries]
    new = await saved_searches.find_live_since(ctx.db, slugs, due.checked_at, ctx.now)
    return [summary for summary in summaries if summary["slug"] in new]


def _stop_url(ctx: Context, token: UUID) -> str:
    return f"{ctx.site.url}/alerts/{token}"
