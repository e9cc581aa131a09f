"""SQL on votes, follows and reviews: at most one of each per person and listing."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from showground.core.database.pool import Connection
from showground.launches.vote_and_review_models import MyOpinion, MyOpinions, Opinions, ReviewState


@dataclass(frozen=True, slots=True)
class Cast:
    """A vote or a follow."""

    listing: int
    account: int
    at: datetime


@dataclass(frozen=True, slots=True)
class NewReview:
    """A review to be added."""

    listing: int
    account: int
    stars: int
    body: str
    at: datetime


async def add_follows(db: Connection, follows: Iterable[Cast]) -> None:
    await db.copy_rows("follow (listing_id, account_id, at)", ((f.listing, f.account, f.at) for f in follows))


async def add_reviews(db: Connection, reviews: Iterable[NewReview]) -> None:
    await db.copy_rows(
        "review (listing_id, account_id, stars, body, at)",
        ((r.listing, r.account, r.stars, r.body, r.at) for r in reviews),
    )


async def find_followers_to_email(db: Connection, listing: int, after: int, most: int) -> dict[int, UUID]:
    """Accounts after this id that get emails about a listing, each with the token that stops them."""
    rows = await db.all(
        """
        select account_id, stop_token from follow where listing_id = %s and mailed and account_id > %s
        order by account_id limit %s
        """,
        (listing, after, most),
    )
    return dict(rows)


async def find_by_stop_token(db: Connection, token: UUID) -> tuple[str, str, bool] | None:
    """Slug and name of the listing whose emails a token stops, and whether they are still sent."""
    row = await db.one(
        "select p.slug, p.name, mailed from follow join public_listing p on p.id = listing_id where stop_token = %s",
        (token,),
    )
    return (row[0], row[1], row[2]) if row else None


async def stop_mails(db: Connection, token: UUID) -> None:
    await db.execute("update follow set mailed = false where stop_token = %s", (token,))


async def write_review(db: Connection, review: NewReview) -> tuple[int, ReviewState, bool]:
    """Write or rewrite a person's review; one that staff hid stays hidden. Also returns whether it is new."""
    row = await db.one(
        """
        insert into review (listing_id, account_id, stars, body, at) values (%s, %s, %s, %s, %s)
        on conflict (listing_id, account_id) do update
        set stars = excluded.stars, body = excluded.body, at = excluded.at
        returning id, state, xmax = 0 -- a row that was there before is locked by this transaction
        """,
        (review.listing, review.account, review.stars, review.body, review.at),
    )
    assert row is not None  # noqa: S101 - an insert that does not fail gives a row  # nosec B101
    return row[0], row[1], row[2]


async def delete_review(db: Connection, listing: int, account: int) -> bool:
    """Delete a person's review. If staff hid it, that is remembered, so that it can't be posted again."""
    row = await db.one(
        """
        with emptied as (
            update review set body = '' where listing_id = %(listing)s and account_id = %(account)s
            and state = 'hidden' and body <> '' returning true
        ), gone as (
            delete from review where listing_id = %(listing)s and account_id = %(account)s
            and state = 'visible' returning true
        )
        select exists (select from emptied) or exists (select from gone)
        """,
        {"listing": listing, "account": account},
    )
    return row == (True,)


async def find_reviewed(db: Connection, review: int) -> str | None:
    """The slug of the public listing that a review is about."""
    row = await db.one(
        "select slug from review join public_listing p on p.id = listing_id where review.id = %s", (review,)
    )
    return row[0] if row else None


async def set_review_state(
    db: Connection, review: int, state: ReviewState, by: int | None, at: datetime
) -> tuple[int, str, datetime] | None:
    """Hide or show a review; returns its stars, text and time."""
    row = await db.one(
        """
        update review set state = %s, moderated_by = %s, moderated_at = %s where id = %s returning stars, body, at
        """,
        (state, by, at, review),
    )
    return (row[0], row[1], row[2]) if row else None


@dataclass(frozen=True, slots=True)
class NewReport:
    """A report to add; about the listing itself if no review is named."""

    listing: int
    review: int | None
    account: int
    reason: str
    body: str
    at: datetime


async def add_report(db: Connection, report: NewReport) -> int | None:
    """Add a report. Returns its id; None if the listing has no such review."""
    row = await db.one(
        """
        insert into report (listing_id, review_id, account_id, reason, body, at)
        select %(listing)s, %(review)s, %(account)s, %(reason)s, %(body)s, %(at)s
        where %(review)s::bigint is null
            or exists (select from review where id = %(review)s and listing_id = %(listing)s and state = 'visible')
        on conflict (listing_id, review_id, account_id) do update
        set reason = excluded.reason, body = excluded.body, at = excluded.at, settled_at = null, settled_by = null
        returning id
        """,
        {
            "listing": report.listing,
            "review": report.review,
            "account": report.account,
            "reason": report.reason,
            "body": report.body,
            "at": report.at,
        },
    )
    return row[0] if row else None


async def find_opinions(db: Connection, slugs: list[str], account: int) -> Opinions:
    """Which of these public listings a person votes for, follows, has reviewed and is a member of."""
    row = await db.one(
        """
        with asked as (select listing_id, slug from public_profile where slug = any(%(slugs)s))
        select array(select slug from asked join vote using (listing_id) where account_id = %(account)s),
            array(select slug from asked join follow using (listing_id) where account_id = %(account)s),
            array(select id from asked join review using (listing_id) where account_id = %(account)s),
            (
                select coalesce(jsonb_object_agg(slug, listing_id), '{}')
                from asked join listing_member using (listing_id) where account_id = %(account)s
            )
        """,
        {"slugs": slugs, "account": account},
    )
    voted, followed, reviews, own = row or ([], [], [], {})
    return Opinions(voted=voted, followed=followed, reviews=reviews, own=own)


async def list_mine(db: Connection, account: int, most: int) -> MyOpinions:
    """A person's votes, follows and reviews of public listings, newest first."""
    values = {"account": account, "most": most}
    return MyOpinions(
        votes=await db.all_as(
            MyOpinion,
            """
            select slug, name, at from vote join public_listing p on p.id = listing_id
            where account_id = %(account)s order by at desc, p.id desc limit %(most)s
            """,
            values,
        ),
        follows=await db.all_as(
            MyOpinion,
            """
            select slug, name, at from follow join public_listing p on p.id = listing_id
            where account_id = %(account)s order by at desc, p.id desc limit %(most)s
            """,
            values,
        ),
        reviews=await db.all_as(
            MyOpinion,
            """
            select slug, name, at, stars, body from review join public_listing p on p.id = listing_id
            where account_id = %(account)s and body <> '' order by at desc, p.id desc limit %(most)s
            """,
            values,
        ),
    )
