"""What the public sees of a listing, encoded once when it changes instead of at every read."""

import re
import secrets
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any, LiteralString

from psycopg.rows import dict_row

from showground.core.calls.context import Site
from showground.core.calls.models import Encoded
from showground.core.database.pool import Connection, changes
from showground.listings import packed_profiles
from showground.listings.models import CategoryName, FoundListings, Listing, ListingFaq, ListingSummary
from showground.listings.profile_models import (
    CommunityRating,
    CompanyLocation,
    DomainRating,
    Evidence,
    ListingFounder,
    ListingLinks,
    ListingMedia,
    ListingQuestion,
    ListingStory,
    ListingUpdate,
    Maker,
    MakerStatement,
    Milestone,
    Pricing,
)
from showground.search import index, public_counts

SITE = "\x01"  # placeholder for the site's address in stored documents; JSON never contains this character unescaped
SECTIONS = {"story", "milestones", "media"}  # only in profiles that have them unlocked
LATEST_UPDATES = 5
LATEST_QUESTIONS = 10
FIRST_MAKERS = 3
# The version of what is encoded and indexed here. Raise it when profiles or summaries get new fields, or listings are
# found by more words: a job then encodes and indexes those that were stored by an earlier release.
ENCODING = 4
# What is left out of the hash of a profile's content, so that a vote is not taken for an edit.
COUNTS = re.compile(rb'"(?:votes|followers|review_count)":\d+|"rating":(?:null|{[^}]*})')
SUMMARY_FIELDS = set(ListingSummary.model_fields)
AT_ONCE = 1_000

ROWS = """
select l.id, l.slug, l.website, l.status, l.unlocked, l.launch_week, l.live_at, l.demo, l.name, l.tagline,
    l.short_description, l.description, l.headline, l.summary, l.stage, l.pricing_model, l.pricing_summary, l.country,
    l.city, l.founded_year, l.contact_email, l.demo_video_url, l.logo_url, l.seo_title, l.seo_description, l.features,
    l.usps, l.keywords, l.tags, l.socials, l.faqs, l.attributes, l.evidence, l.not_found_on_website, l.votes,
    l.followers, l.rating_average, l.rating_count,
    (select json_agg(json_build_object('slug', c.slug, 'name', c.name) order by lc.position)
        from listing_category lc join category c on c.id = lc.category_id where lc.listing_id = l.id) as categories,
    (select json_agg(json_build_object('slug', f.founder_slug, 'name', f.name, 'title', f.title, 'bio', f.bio)
        order by f.position) from listing_founder f where f.listing_id = l.id) as founders,
    (select json_agg(u order by u.posted_at desc, u.id desc) from (select id, title, body, posted_at from listing_update
        where listing_id = l.id order by posted_at desc, id desc limit %(updates)s) u) as updates,
    (select count(*) from listing_question q where q.listing_id = l.id and q.state = 'visible') as question_count,
    (select json_agg(q order by q.asked_at desc, q.id desc) from (
        select q.id, case when q.state = 'visible' then q.body end as question, q.at as asked_at, q.update_id,
            coalesce((select json_agg(json_build_object('id', a.id, 'answer', a.body, 'answered_at', a.at)
                    order by a.at, a.id)
                from listing_answer a where a.question_id = q.id and a.state = 'visible'), '[]') as answers
        from listing_question q where q.listing_id = l.id and (q.state = 'visible' or (q.state in ('hidden', 'removed')
            and exists (select from listing_answer a where a.question_id = q.id and a.state = 'visible')))
        order by q.at desc, q.id desc limit %(questions)s) q) as questions,
    (select json_agg(json_build_object('date', r.date, 'value', r.rating) order by r.date)
        from listing_domain_rating r where r.listing_id = l.id) as ratings,
    (select s.sections from listing_story s where s.listing_id = l.id) as story,
    (select json_agg(m order by m.date desc, m.id desc) from (select id, date, title, description, url
        from listing_milestone where listing_id = l.id) m) as milestones,
    (select json_agg(m order by m.position, m.id) from (select id, kind, url, width, height, alt, position
        from listing_media where listing_id = l.id) m) as media
"""
PUBLIC_ROWS = f"{ROWS} from public_listing l where l.id = any(%(ids)s)"
ALL_ROWS = f"{ROWS} from listing l where l.id = any(%(ids)s)"
# A listing is also found by its former slugs.
KNOWN = """
select listing_id, slug, counts_as, array(select f.slug from listing_former_slug f where f.listing_id = p.listing_id)
from public_profile p where listing_id = any(%s)
"""
# Rows are updated in place, so that triggers can tell an update from publishing and unpublishing. `content` is a hash
# of the profile without its counts; `recount` says that only counts have changed since the last event.
UPDATE = """
update public_profile p set slug = n.slug, counts_as = n.count_key, profile = n.profile, packed = n.packed,
    summary = n.summary, content = n.content_hash, encoding = n.encoding, recount = coalesce(
        p.content = n.content_hash and (p.recount or (p.profile, p.packed) is distinct from (n.profile, n.packed)),
        false
    )
from (values (%s, %s, %s, %s::bytea, %s, %s::bytea, %s::int)) n
    (slug, count_key, profile, packed, summary, content_hash, encoding)
where listing_id = %s
"""
# Whether to pack profiles: not while the version before may be running, which can't read them.
PACKS = "select exists (select from storage_choice where name = 'packed_profiles')"
OUTDATED = """
select listing_id from public_profile where encoding < %s or (packed is null and profile <> '' and ({packs}))
order by listing_id limit %s
""".replace("{packs}", PACKS)  # nosec B608 - a constant


def present(document: str | bytes, site: Site) -> bytes:
    """A stored document with the site's address put in, ready to send."""
    encoded = document if isinstance(document, bytes) else document.encode()
    return encoded.replace(SITE.encode(), site.url.encode())  # bytes are replaced faster


def present_profile(profile: str, packed: bytes | None, summary: str, site: Site) -> bytes:
    """A stored profile, ready to send."""
    return present(packed_profiles.read(profile, packed, summary), site)


def encode_page(
    summaries: Sequence[str], *, page: int, per_page: int, total: int, site: Site, more: str = ""
) -> Encoded[FoundListings]:
    """A page of stored summaries, ready to send. `more`: further JSON members, each followed by a comma."""
    items = ",".join(summaries)
    return Encoded(present(f'{{"items":[{items}],"page":{page},"per_page":{per_page},{more}"total":{total}}}', site))


async def refresh(db: Connection, ids: Sequence[int]) -> None:
    """Index and encode these listings again. Call it after every edit."""
    for some in _batches(ids):
        await lock(db, some)
        await index.index(db, some, await _encode_some(db, some))


async def encode(db: Connection, ids: Sequence[int]) -> None:
    """Encode these listings again; those not public lose their document. Enough if only counts changed."""
    for some in _batches(ids):
        await lock(db, some)
        await _encode_some(db, some)


async def find_outdated(db: Connection, most: int) -> list[int]:
    """Public listings whose stored profile an earlier release encoded, or that are not packed yet but should be."""
    return [number for (number,) in await db.all(OUTDATED, (ENCODING, most))]


async def lock(db: Connection, ids: list[int]) -> None:
    """Lock these listings against changes until the end of the transaction. Votes and other rows that refer to them can
    still be written."""
    await db.execute("select from listing where id = any(%s) order by id for no key update", (ids,))


def _batches(ids: Sequence[int]) -> Iterator[list[int]]:
    return (list(ids[start : start + AT_ONCE]) for start in range(0, len(ids), AT_ONCE))


async def _encode_some(db: Connection, ids: list[int]) -> list[dict[str, Any]]:
    """Returns the rows of those that are public."""
    known = await db.all(KNOWN, (ids,))
    before = {number: (slug, key) for number, slug, key, _ in known}
    rows = await _read(db, PUBLIC_ROWS, ids)
    after = {row["id"]: (row["slug"], _count_key(row)) for row in rows}
    stand_in = secrets.token_hex(12)  # unguessable, so that nobody's text can be taken for the site's address
    [(packs,)] = await db.all(PACKS)
    if removed := list(before.keys() - after.keys()):
        await db.execute("delete from public_profile where listing_id = any(%s)", (removed,))
    if new := [row for row in rows if row["id"] not in before]:
        await db.copy_rows(
            "public_profile (listing_id, slug, counts_as, profile, packed, summary, content, encoding)",
            ((n := row["id"], *after[n], *_encode(row, stand_in, packs=packs), ENCODING) for row in new),
        )
    async with db.cursor() as cursor:
        await cursor.executemany(
            UPDATE,
            [
                (*after[n], *_encode(row, stand_in, packs=packs), ENCODING, n)
                for row in rows
                if (n := row["id"]) in before
            ],
        )
    slugs = {slug for slug, _ in (*before.values(), *after.values())}.union(*(former for *_, former in known))
    changes(db, "listings", *(f"listing:{slug}" for slug in slugs))
    if before != after:
        gone, come = dict(before.items() - after.items()), dict(after.items() - before.items())
        await public_counts.add_changes(db, (key for _, key in gone.values()), (key for _, key in come.values()))
        changes(db, "listing-counts")
    return rows


async def read_rows(db: Connection, ids: list[int]) -> list[dict[str, Any]]:
    """The rows that `build` makes profiles from, public or not."""
    return await _read(db, ALL_ROWS, ids)


async def _read(db: Connection, query: LiteralString, ids: list[int]) -> list[dict[str, Any]]:
    async with db.cursor(row_factory=dict_row) as cursor:
        await cursor.execute(query, {"ids": ids, "updates": LATEST_UPDATES, "questions": LATEST_QUESTIONS})
        return await cursor.fetchall()


def _count_key(row: dict[str, Any]) -> str:
    return public_counts.count_key(row["status"], (c["slug"] for c in row["categories"] or ()))


def _encode(row: dict[str, Any], site: str, *, packs: bool) -> tuple[str, bytes | None, str, bytes]:
    """The profile as text or packed, the summary, and a hash of the content."""
    listing = build(row, site)
    locked = SECTIONS.difference(row["unlocked"])
    quoted = {fact for fact in listing.evidence if fact.partition(".")[0] in locked}
    profile = listing.model_dump_json(exclude={**dict.fromkeys(locked, True), "evidence": quoted})
    summary = listing.model_dump_json(include=SUMMARY_FIELDS)
    profile = profile.replace(site, SITE)
    content_hash = sha256(COUNTS.sub(b"", profile.encode())).digest()
    summary = summary.replace(site, SITE)
    text, packed = ("", packed_profiles.pack(profile, summary)) if packs else (profile, None)
    return text, packed, summary, content_hash


def build(row: dict[str, Any], site: str) -> Listing:
    """The profile made from a row of `ROWS`, with all sections."""
    slug: str = row["slug"]
    categories = [CategoryName(**c) for c in row["categories"] or ()]
    page, api = f"{site}/listings/{slug}", f"{site}/api/v1/listings/{slug}"
    ratings = row["ratings"]
    return Listing(
        slug=slug,
        name=row["name"],
        tagline=row["tagline"],
        votes=row["votes"],
        url=page,
        website=row["website"],
        status="live" if row["status"] == "live" else "upcoming",
        category=categories[0] if categories else None,
        stage=row["stage"],
        pricing_model=row["pricing_model"],
        country=row["country"],
        logo_url=row["logo_url"] and _at(site, row["logo_url"]),
        launch_week=row["launch_week"],
        makers=[Maker(slug=f["slug"], name=f["name"]) for f in (row["founders"] or ())[:FIRST_MAKERS]],
        review_count=row["rating_count"],
        question_count=row["question_count"],
        headline=row["headline"],
        summary=row["summary"],
        short_description=row["short_description"],
        description=row["description"],
        features=row["features"],
        usps=row["usps"],
        keywords=row["keywords"],
        tags=row["tags"],
        pricing=Pricing(model=row["pricing_model"], summary=row["pricing_summary"]),
        categories=categories,
        founders=_all_or_none(ListingFounder(**f, url=f"{site}/founders/{f['slug']}") for f in row["founders"] or ()),
        faqs=None if row["faqs"] is None else [_faq(f, page) for f in row["faqs"]],
        socials=row["socials"],
        updates=[ListingUpdate(**u) for u in row["updates"] or ()],
        questions=[ListingQuestion(**q, url=f"{page}/questions/{q['id']}") for q in row["questions"] or ()],
        rating=CommunityRating(average=round(row["rating_average"], 2), count=row["rating_count"])
        if row["rating_count"]
        else None,
        domain_rating=DomainRating(value=ratings[-1]["value"], as_of=ratings[-1]["date"], trend=ratings)
        if ratings
        else None,
        location=CompanyLocation(country=row["country"], city=row["city"]),
        founded_year=row["founded_year"],
        contact_email=row["contact_email"],
        demo_video_url=row["demo_video_url"],
        attributes=row["attributes"],
        seo_title=row["seo_title"],
        seo_description=row["seo_description"],
        live_at=row["live_at"],
        followers=row["followers"],
        demo=row["demo"],
        links=ListingLinks(
            page=page, website=row["website"], api=api, alternatives=f"{api}/alternatives", badges=f"{api}/badges"
        ),
        evidence={fact: [Evidence(**e) for e in quotes] for fact, quotes in row["evidence"].items()},
        not_found_on_website=row["not_found_on_website"],
        story=ListingStory(**row["story"]) if row["story"] else None,
        milestones=_all_or_none(Milestone(**m) for m in row["milestones"] or ()),
        media=_all_or_none(ListingMedia.model_validate({**m, "url": _at(site, m["url"])}) for m in row["media"] or ()),
    )


def _faq(stored: dict[str, Any], page: str) -> ListingFaq:
    """An entry of the FAQ. Adopted answers are stored without the address of their page, because slugs change."""
    stated = stored.get("stated_by_maker")
    return ListingFaq(
        question=stored["question"],
        answer=stored["answer"],
        stated_by_maker=MakerStatement(**stated, url=f"{page}/questions/{stated['question_id']}") if stated else None,
    )


def _at(site: str, url: str) -> str:
    """Add the site's address to a path."""
    return site + url if url.startswith("/") else url


def _all_or_none(items: Any) -> Any:
    return list(items) or None
