"""All SQL on founders."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from psycopg.types.json import Jsonb

from showground.core import text_folding
from showground.core.calls.context import Site
from showground.core.database.pool import Connection, changes
from showground.listings import ListingStory, ListingSummary, number_slug, public_profiles, slug_base
from showground.people.errors import NoSuchFounder
from showground.people.models import (
    CompanyName,
    Founder,
    FounderCompany,
    FounderStory,
)
from showground.people.queries import interviews, pictures

SLUGS = 7_063_120  # namespace of the advisory locks on slugs


@dataclass(frozen=True, slots=True, kw_only=True)
class NewFounder:
    """A founder to add, optionally linked to an account."""

    slug: str
    name: str
    bio: str | None = None
    country: str | None = None
    socials: Mapping[str, str] | None = None
    account: int | None = None


@dataclass(frozen=True, slots=True)
class NamedFounder:
    """A founder named on a listing."""

    name: str
    bio: str | None = None
    socials: dict[str, str] | None = None


async def add_founders(db: Connection, founders: Iterable[NewFounder]) -> None:
    await db.copy_rows(
        "founder (slug, name, folded, bio, country, socials, account_id)",
        (
            (
                f.slug,
                f.name,
                _folded(f.name),
                f.bio,
                f.country,
                None if f.socials is None else Jsonb(f.socials),
                f.account,
            )
            for f in founders
        ),
    )
    changes(db, "founders")


async def place_founders(
    db: Connection, founders: Sequence[NamedFounder], kept: Mapping[str, str], *, account: int
) -> list[str]:
    """Give each person a page of their own, and return the slugs in order. `account` is who names them.

    `kept` are slugs by name of those whom the same listing names already: they stay the same people. Nobody else of
    the same name is taken for them.
    """
    known = {_folded(name): slug for name, slug in kept.items()}
    slugs: list[str] = []
    for founder in founders:
        slug = known.pop(_folded(founder.name), None)
        if slug is None:
            slug = await _take_slug(db, founder.name)
            await add_founders(db, [NewFounder(slug=slug, name=founder.name, bio=founder.bio, socials=founder.socials)])
        else:
            await _renew(db, slug, founder, account)
        slugs.append(slug)
    return slugs


def _folded(name: str) -> str:
    return " ".join(text_folding.words_of(name))


async def _take_slug(db: Connection, name: str) -> str:
    base = slug_base(name, "founder")
    await db.execute("select pg_advisory_xact_lock(%s, hashtext(%s))", (SLUGS, base))
    taken = await db.all("select slug from founder where starts_with(slug, %s)", (base,))
    return number_slug(base, (slug for (slug,) in taken))


async def _renew(db: Connection, slug: str, founder: NamedFounder, account: int) -> None:
    """Update bio and links. Those of a person with an account are changed by that account alone."""
    await db.execute(
        """
        update founder set bio = coalesce(%s, bio), socials = coalesce(%s, socials)
        where slug = %s and (account_id is null or account_id = %s)
        """,
        (founder.bio, None if founder.socials is None else Jsonb(founder.socials), slug, account),
    )
    changes(db, "founders")


async def set_socials(db: Connection, slug: str, socials: Mapping[str, str], account: int) -> bool:
    """Replace a founder's links. Returns whether the account may: not if the founder is linked to another one."""
    row = await db.one(
        "update founder set socials = %s where slug = %s and (account_id is null or account_id = %s) returning id",
        (Jsonb(dict(socials)), slug, account),
    )
    changes(db, "founders")
    return row is not None


async def find_linked_founder(db: Connection, account: int) -> tuple[int, str] | None:
    """Id and slug of the founder that an account is linked to."""
    row = await db.one("select id, slug from founder where account_id = %s", (account,))
    return (row[0], row[1]) if row else None


async def link_founder(db: Connection, slug: str, account: int) -> bool:
    """Link an account to this founder alone. Returns whether no other account is linked to them."""
    row = await db.one("select id, account_id from founder where slug = %s for update", (slug,))
    if row is None or row[1] not in (None, account):
        return False
    await pictures.remove_pictures_of(db, account, but=row[0])
    await db.execute("update founder set account_id = null where account_id = %s and id <> %s", (account, row[0]))
    await db.execute("update founder set account_id = %s where id = %s", (account, row[0]))
    changes(db, "founders")
    return True


async def unlink_founder(db: Connection, account: int) -> None:
    """Unlink an account from its founder. Interview answers stay; a picture is deleted with the link."""
    await pictures.remove_pictures_of(db, account)
    await db.execute("update founder set account_id = null where account_id = %s", (account,))
    changes(db, "founders")


async def find_free_slugs(db: Connection, slugs: Sequence[str]) -> set[str]:
    """The slugs among these whose founder no account is linked to."""
    rows = await db.all("select slug from founder where slug = any(%s) and account_id is null", (list(slugs),))
    return {slug for (slug,) in rows}


async def find_founders(db: Connection, slugs: Sequence[str]) -> dict[str, NewFounder]:
    """These founders by slug, without their linked accounts."""
    rows = await db.all("select slug, name, bio, country, socials from founder where slug = any(%s)", (list(slugs),))
    return {
        slug: NewFounder(slug=slug, name=name, bio=bio, country=country, socials=socials)
        for slug, name, bio, country, socials in rows
    }


async def find_slugs(db: Connection, beginning: str) -> set[str]:
    return {slug for (slug,) in await db.all("select slug from founder where starts_with(slug, %s)", (beginning,))}


async def get_founder(db: Connection, slug: str, site: Site) -> Founder:
    """A founder named on a public listing, without anything from listings that are not public."""
    row = await db.one("select id, name, bio, country, socials from founder where slug = %s", (slug,))
    companies = await db.all(
        """
        select named.title, profile.summary, listing.slug, listing.name, story.sections
        from listing_founder named
        join public_listing listing on listing.id = named.listing_id
        join public_profile profile on profile.listing_id = listing.id
        left join listing_story story on story.listing_id = listing.id and 'story' = any(listing.unlocked)
        where named.founder_slug = %s
        order by listing.status, listing.votes desc, listing.id
        """,
        (slug,),
    )
    if row is None or not companies:
        raise NoSuchFounder
    number, name, bio, country, socials = row
    picture = await pictures.find_picture_path(db, number)
    return Founder(
        slug=slug,
        name=name,
        bio=bio,
        country=country,
        socials=socials,
        picture_url=picture and site.url + picture,
        url=f"{site.url}/founders/{slug}",
        companies=[
            FounderCompany(
                title=title, listing=ListingSummary.model_validate_json(public_profiles.present(summary, site))
            )
            for title, summary, *_ in companies
        ],
        stories=[
            FounderStory(
                listing=CompanyName(slug=listing, name=name, url=f"{site.url}/listings/{listing}"),
                story=ListingStory(**sections),
            )
            for _, _, listing, name, sections in companies
            if sections and any(sections.values())
        ],
        interview=await interviews.get_interview(db, number),
    )


async def fold_tally(db: Connection) -> None:
    """Compact the rows that count founders, without blocking transactions that add further ones."""
    await db.execute(
        "with old as (delete from founder_tally returning n)"
        " insert into founder_tally select coalesce(sum(n), 0) from old"
    )


async def delete_founders_without_listing(db: Connection, slugs: Sequence[str]) -> int:
    """Delete the founders among these that no listing names any more and that have no account."""
    gone = await db.execute(
        """
        delete from founder where slug = any(%s) and account_id is null
        and not exists (select from listing_founder where founder_slug = founder.slug)
        """,
        (list(slugs),),
    )
    changes(db, "founders")
    return gone.rowcount
