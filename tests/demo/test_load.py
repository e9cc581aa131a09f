"""The demo directory, loaded at the middle and at the edges of a week."""

from collections.abc import AsyncGenerator
from datetime import UTC, date, datetime, timedelta
from typing import Any, get_args

import pytest

from showground.core.calls.context import Caller
from showground.core.calls.dispatch import Dispatcher
from showground.demo.data_files import Demo, read_demo
from showground.demo.load import load_demo
from showground.launches.badges.kinds import Kind
from showground.launches.operations.get_listing_badges import GetListingBadges, get_listing_badges
from showground.launches.traffic_sources import SourceKind
from showground.listings import public_profiles
from showground.listings.models import Listing
from tests.support.dispatcher import SITE, open_dispatcher
from tests.support.postgres import fresh_database

pytestmark = pytest.mark.anyio

WEDNESDAY = datetime(2026, 3, 11, 12, 30, tzinfo=UTC)
MONDAY = date(2026, 3, 9)
TABLES = (
    "account", "category", "listing", "public_profile", "listing_category", "listing_member", "listing_founder",
    "listing_update", "listing_milestone", "listing_story", "listing_domain_rating", "listing_revenue",
    "listing_alternative", "founder", "interview_question", "interview_answer", "post", "launch", "vote", "follow",
    "review", "award", "billboard_contribution",
)  # fmt: skip

# The awards once more, in another way: every vote is numbered as it was cast, and the last number is the count.
AWARDS_BY_VOTES = """
with cast_in_week as (
    select launch.week, launch.listing_id, vote.at,
        row_number() over (partition by launch.week, launch.listing_id order by vote.at) as nth
    from launch join vote using (listing_id) join listing on listing.id = listing_id and status = 'live'
    where date_trunc('week', vote.at at time zone 'UTC')::date = launch.week
), reached as (
    select distinct on (week, listing_id) week, listing_id, nth, at from cast_in_week
    order by week, listing_id, nth desc
), placed as (
    select week, row_number() over (partition by week order by nth desc, at, listing_id) as place, listing_id, nth
    from reached
)
select week, place, listing_id, nth from placed where place <= 3 and week < %s order by week, place
"""


@pytest.fixture
def demo() -> Demo:
    return read_demo()


@pytest.fixture(scope="module")
async def dispatcher(postgres: str) -> AsyncGenerator[Dispatcher]:
    """The directory as it was loaded: to read, not to change."""
    with fresh_database(postgres) as url:
        async with open_dispatcher(url, clock=lambda: WEDNESDAY) as dispatcher:
            assert await load_demo(dispatcher, lambda _: None)
            yield dispatcher


async def ask(dispatcher: Dispatcher, query: Any, *values: Any) -> list[Any]:
    async with dispatcher.database.reading() as db:
        return await db.all(query, values)


async def dump(dispatcher: Dispatcher) -> dict[str, list[Any]]:
    """Everything but the random token of each account, and when the database itself changed a profile."""
    rows = "select to_jsonb(t) - 'mail_token' - 'stop_token' - 'changed_at' from {table} t order by 1"
    return {table: await ask(dispatcher, rows.format(table=table)) for table in TABLES}


async def test_everything_that_was_written_for_it_is_there(dispatcher: Dispatcher, demo: Demo) -> None:
    async def count(table: str) -> int:
        return (await ask(dispatcher, f"select count(*) from {table}"))[0][0]  # noqa: S608

    listings = demo.listings
    assert await count("listing") == await count("listing where demo") == len(listings)
    assert await count("post") == len(demo.posts)
    assert await count("interview_question") == len(demo.questions)
    assert await count("interview_answer") == sum(len(i.answers) for i in demo.interviews)
    assert await count("founder") == len({f.slug for x in listings for f in x.founders or ()})
    assert await count("listing_founder") == sum(len(x.founders or ()) for x in listings)
    assert await count("listing_update") == sum(len(x.updates) for x in listings)
    assert await count("listing_milestone") == sum(len(x.milestones) for x in listings)
    assert await count("listing_story") == sum(x.story is not None for x in listings)
    assert await count("listing_revenue") == sum(x.revenue is not None for x in listings)
    assert await count("listing_alternative") == sum(len(x.alternatives) for x in listings)
    assert await count("listing_domain_rating") == sum(len(x.domain_rating or ()) for x in listings)
    assert await count("review") >= sum(len(x.reviews) for x in listings if x.launch_week and x.launch_week < 0)
    assert await ask(dispatcher, "select sum(amount_cents) from billboard_contribution") == [
        (sum(x.billboard_cents or 0 for x in listings),)
    ]
    shown = (
        "listing_media join media_file on url = '/media/' || name where type = 'image/webp' and length(content) > 5000"
    )
    assert await count(shown) == await count("listing_media") == 6
    assert await count("listing_media where alt is not null and width = 880 and height = 550") == 6
    assert await count("account where email like '%%@visitors.example' and demo and not staff") == 300
    assert await ask(dispatcher, "select count(distinct name) from account") == [(303,)]


async def test_the_owner_sees_where_views_came_from_and_never_more_than_there_were(dispatcher: Dispatcher) -> None:
    rows = await ask(
        dispatcher,
        """
        select kind, sum(count), sum(count) filter (where listing_id not in (select listing_id from listing_member))
        from traffic_day group by kind
        """,
    )
    assert {kind for kind, _, _ in rows} == set(get_args(SourceKind))
    assert all(times > 0 and elsewhere is None for _, times, elsewhere in rows)
    too_many = """
        select from (
            select listing_id, day, sum(count) as times from traffic_day where kind in ('referrer', 'country')
            group by listing_id, day, kind
        ) t join view_day d using (listing_id, day) where t.times > d.views + 5
    """
    assert await ask(dispatcher, too_many) == []


async def test_only_live_and_scheduled_listings_are_public(dispatcher: Dispatcher, demo: Demo) -> None:
    hidden = {x.slug for x in demo.listings if x.status}
    assert hidden
    public = {slug for (slug,) in await ask(dispatcher, "select slug from public_profile")}
    assert public == {x.slug for x in demo.listings} - hidden
    scheduled = {slug for (slug,) in await ask(dispatcher, "select slug from listing where status = 'scheduled'")}
    assert scheduled == {x.slug for x in demo.listings if x.status is None and (x.launch_week or 0) > 0}
    assert await ask(dispatcher, "select from award join listing on id = listing_id where status <> 'live'") == []
    assert await ask(dispatcher, "select from listing where status = 'suspended' and suspended_from is null") == []
    assert await ask(dispatcher, "select from vote join listing l on l.id = listing_id where live_at is null") == []


async def test_every_profile_is_a_listing_and_says_what_the_tables_say(dispatcher: Dispatcher) -> None:
    rows = await ask(
        dispatcher,
        """
        select profile, packed, p.summary, votes, followers, rating_count,
            (select count(*) from vote where listing_id = l.id), (select count(*) from follow where listing_id = l.id),
            (select count(*) from review where listing_id = l.id),
            (select avg(stars)::float from review where listing_id = l.id)
        from public_profile p join listing l on l.id = listing_id
        """,
    )
    for profile, packed, summary, votes, followers, reviews, cast, following, reviewed, average in rows:
        shown = public_profiles.present_profile(profile, packed, summary, SITE)
        listing = Listing.model_validate_json(shown, strict=True)
        assert listing.demo
        assert listing.votes == votes == cast
        assert listing.followers == followers == following
        assert reviews == reviewed
        if listing.rating is None:
            assert average is None
        else:
            assert (listing.rating.count, listing.rating.average) == (reviewed, pytest.approx(average, abs=0.006))
        assert listing.url == f"{SITE.url}/listings/{listing.slug}"


async def test_launches_stand_around_the_present_week(dispatcher: Dispatcher, demo: Demo) -> None:
    weeks = dict(await ask(dispatcher, "select week, count(*) from launch group by week"))
    expected = [x.launch_week for x in demo.listings if x.launch_week is not None and x.status != "awaiting_badge"]
    assert weeks == {MONDAY + timedelta(weeks=w): expected.count(w) for w in expected}
    assert (
        await ask(dispatcher, "select from launch join listing l on l.id = listing_id where launch_week <> week") == []
    )


async def test_awards_are_those_that_the_votes_give(dispatcher: Dispatcher) -> None:
    awards = await ask(dispatcher, "select week, place, listing_id, votes from award order by week, place")
    assert awards == await ask(dispatcher, AWARDS_BY_VOTES, MONDAY)
    assert len(awards) > 30
    late = await ask(dispatcher, "select from award where fixed_at <> (week + 7)::timestamp at time zone 'UTC'")
    assert late == []


async def test_nothing_happens_in_the_future_or_before_its_time(dispatcher: Dispatcher) -> None:
    for table, at in (
        ("vote", "at"),
        ("follow", "at"),
        ("review", "at"),
        ("billboard_contribution", "at"),
        ("listing_update", "posted_at"),
    ):
        since = "created_at" if table == "listing_update" else "live_at"
        wrong = await ask(
            dispatcher,
            f"select t.* from {table} t join listing l on l.id = listing_id where {at} > %s or {at} < {since}",  # noqa: S608
            WEDNESDAY,
        )
        assert wrong == [], table
    for query in (
        "select max(published_at) from post",
        "select max(answered_at) from interview_answer",
        "select max(live_at) from listing",
        "select max(updated_at) from listing",
        "select max(created_at) from account",
        "select max((e->>'read_at')::timestamptz) from listing, jsonb_each(evidence) f, jsonb_array_elements(value) e",
    ):
        assert (await ask(dispatcher, query))[0][0] <= WEDNESDAY, query
    for query in ("select max(date) from listing_domain_rating", "select max(date) from listing_milestone"):
        assert (await ask(dispatcher, query))[0][0] <= WEDNESDAY.date(), query


async def test_something_went_live_today_and_people_vote_this_week(dispatcher: Dispatcher) -> None:
    assert await ask(dispatcher, "select from listing where status = 'live' and live_at >= %s", WEDNESDAY.date())
    assert (await ask(dispatcher, "select count(*) from vote where at >= %s", MONDAY))[0][0] > 100
    assert (await ask(dispatcher, "select count(*) from listing where trending > 0"))[0][0] > 10


async def test_the_demo_people_can_do_their_parts(dispatcher: Dispatcher) -> None:
    owned = await ask(
        dispatcher,
        """
        select l.status, l.plan from listing_member m join listing l on l.id = listing_id
        join account a on a.id = account_id where email = 'founder@demo.example' and m.role = 'owner'
        """,
    )
    assert {("live", "paid"), ("live", "free"), ("draft", "free"), ("awaiting_badge", "free")} <= set(owned)
    assert "scheduled" in {status for status, _ in owned}
    invited = await ask(
        dispatcher,
        """
        select l.status, l.plan from listing_member m join listing l on l.id = listing_id
        join account a on a.id = account_id where email = 'bob@demo.example' and m.role = 'cofounder'
        """,
    )
    assert invited == [("live", "paid")]
    assert await ask(dispatcher, "select email, demo from account where staff") == [("staff@demo.example", True)]
    linked = await ask(dispatcher, "select email from founder join account a on a.id = account_id")
    assert linked == [("founder@demo.example",)]


async def test_a_second_load_changes_nothing_and_says_so(dispatcher: Dispatcher) -> None:
    before = await dump(dispatcher)
    said: list[str] = []
    assert not await load_demo(dispatcher, said.append)
    assert said == ["The demo directory is already loaded. Nothing was changed."]
    assert await dump(dispatcher) == before


async def test_the_same_moment_gives_the_same_directory(dispatcher: Dispatcher, postgres: str) -> None:
    with fresh_database(postgres) as url:
        async with open_dispatcher(url, clock=lambda: WEDNESDAY) as other:
            await load_demo(other, lambda _: None)
            assert await dump(other) == await dump(dispatcher)


@pytest.mark.parametrize(
    "now",
    [
        datetime(2026, 3, 9, 0, 0, tzinfo=UTC),  # the first moment of a week
        datetime(2026, 11, 15, 23, 59, 59, tzinfo=UTC),  # the last one
        datetime(2028, 2, 29, 8, 0, tzinfo=UTC),
    ],
)
async def test_dates_follow_the_clock(database_url: str, now: datetime) -> None:
    async with open_dispatcher(database_url, clock=lambda: now) as dispatcher:
        await load_demo(dispatcher, lambda _: None)
        monday = now.date() - timedelta(days=now.weekday())
        [(first, last, live)] = await ask(
            dispatcher,
            """
            select min(week), max(week), (select max(launch_week) from listing where status = 'live') from launch
            """,
        )
        assert first < monday < last
        assert live == monday
        assert (await ask(dispatcher, "select max(at) <= %s from vote", now)) == [(True,)]
        awards = await ask(dispatcher, "select week, place, listing_id, votes from award order by week, place")
        assert awards == await ask(dispatcher, AWARDS_BY_VOTES, monday)
        assert awards[-1][0] == monday - timedelta(weeks=1)


async def test_badges_of_every_kind_are_earned(dispatcher: Dispatcher) -> None:
    kinds: set[str] = set()
    for (slug,) in await ask(dispatcher, "select slug from public_profile"):
        shown = await dispatcher.call(get_listing_badges, Caller(WEDNESDAY, "command"), GetListingBadges(slug=slug))
        kinds |= {badge.kind for badge in shown.items}
    assert kinds == set(get_args(Kind))
    [(featured, unpaid)] = await ask(
        dispatcher,
        "select count(*), count(*) filter (where plan <> 'paid') from listing where featured_until is not null",
    )
    assert (featured, unpaid) == (4, 0)
    assert await ask(dispatcher, "select 1 from listing where verified_at is not null and status <> 'live'") == []
