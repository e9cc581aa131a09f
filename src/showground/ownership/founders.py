"""The link between an account and its founder."""

from showground import accounts, listings, people
from showground.core import text_folding
from showground.core.calls.context import Context
from showground.core.database.pool import Connection
from showground.listings import edits, members
from showground.ownership.errors import NoFounder


async def find_or_link(ctx: Context) -> tuple[int, str]:
    """Id and slug of the caller's founder. If none is linked, one named on their listings is linked now."""
    await release(ctx.db, ctx.account)
    linked = await people.find_linked_founder(ctx.db, ctx.account)
    if linked is not None:
        return linked
    slug = await _choose(ctx) or await _add(ctx)
    await people.link_founder(ctx.db, slug, ctx.account)
    linked = await people.find_linked_founder(ctx.db, ctx.account)
    if linked is None:
        raise NoFounder
    return linked


async def release(db: Connection, account: int) -> None:
    """Unlink an account from a founder that none of its listings names."""
    linked = await people.find_linked_founder(db, account)
    if linked and linked[1] not in {slug for _, slug, _ in await members.find_named_founders(db, account)}:
        await people.unlink_founder(db, account)


async def _choose(ctx: Context) -> str | None:
    """The founder who has the account's name; or the only one of a listing that it owns."""
    named = await members.find_named_founders(ctx.db, ctx.account)
    free = await people.find_free_slugs(ctx.db, [slug for _, slug, _ in named])
    [own_name] = [person.name for person in await accounts.find_reachable(ctx.db, [ctx.account])] or [""]
    for _, slug, name in named:
        if slug in free and name.casefold().split() == own_name.casefold().split():
            return slug
    owned = await listings.owned.find_owned(ctx.db, sorted({listing for listing, _, _ in named}), ctx.account)
    for listing in owned:
        slugs = [slug for number, slug, _ in named if number == listing.id]
        if listing.role == "owner" and len(slugs) == 1 and slugs[0] in free:
            return slugs[0]
    return None


async def _add(ctx: Context) -> str:
    """A founder of the account's name, named last on its oldest listing."""
    ids, _ = await listings.owned.list_owned(ctx.db, ctx.account, skip=0, most=1_000)
    persons = await accounts.find_reachable(ctx.db, [ctx.account])
    if not ids or not persons:
        raise NoFounder
    listing, name = ids[-1], persons[0].name
    slug = await _free_slug(ctx, text_folding.slugify(name) or "founder")
    await people.add_founders(ctx.db, [people.NewFounder(slug=slug, name=name)])
    profiles = await listings.owned.read_profiles(ctx.db, [listing], ctx.site)
    there = [f.model_dump(include={"slug", "name", "title", "bio"}) for f in profiles[listing].founders or ()]
    new = [*there, {"slug": slug, "name": name, "title": None, "bio": None}]
    await edits.edit(ctx.db, listing, {"founders": new}, edits.Editor(ctx.account, ctx.surface), ctx.now)
    return slug


async def _free_slug(ctx: Context, wanted: str) -> str:
    taken = await people.find_slugs(ctx.db, wanted)
    return next(slug for n in range(1, len(taken) + 2) if (slug := wanted if n == 1 else f"{wanted}-{n}") not in taken)
