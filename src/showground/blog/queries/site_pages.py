"""SQL on the site's own pages. The shipped text of a page is used until staff write their own."""

from collections.abc import Sequence
from datetime import datetime
from importlib.resources import files

from psycopg.errors import UndefinedColumn, UndefinedTable

from showground.blog.models import SiteText, SiteTextVersion
from showground.blog.page_addresses import REQUIRED, SHIPPED, WELL_KNOWN, address_of
from showground.blog.rules import PLACEHOLDERS
from showground.core.brand import OwnPage, Placement
from showground.core.calls.context import Site
from showground.core.database.pool import Connection, changes
from showground.core.languages import ENGLISH, current_language, gettext, in_language, ngettext

BRAND = "brand"  # every page shows the navigation and the footer, so it depends on the titles of these pages


async def get_text(db: Connection, slug: str) -> SiteText | None:
    """The page as it is stored or shipped; None if there is none."""
    row = await db.one("select title, body, placement, updated_at from site_text where slug = %s", (slug,))
    if row is not None:
        return _make(slug, row[0], row[1], row[2], row[3])
    return _make(slug, *read_shipped(slug), "footer", None) if slug in SHIPPED else None


def _make(slug: str, title: str, body: str, placement: Placement, updated_at: datetime | None) -> SiteText:
    return SiteText(
        slug=slug,
        address=address_of(slug),
        title=title,
        body=body,
        placement=placement,
        updated_at=updated_at,
        required=slug in REQUIRED,
    )


def read_shipped(slug: str) -> tuple[str, str]:
    """The title and the text that ship with the software, in the current language if it has them."""
    folder = files("showground") / "blog" / "default_texts"
    own = folder / current_language().code / f"{slug}.md"
    shipped = own if own.is_file() else folder / f"{slug}.md"
    heading, _, body = shipped.read_text(encoding="utf-8").partition("\n")
    return heading.removeprefix("# "), body.strip()


def fill_in(text: SiteText, site: Site) -> SiteText:
    """The page with the site's name and its operator in place of `{site}`, `{operator}` and so on."""
    operator = site.brand.operator
    address = ", ".join(line.strip() for line in operator.address.splitlines() if line.strip())
    page = f"{site.url}/contact"
    words = gettext("our contact page")
    contact = f"[{words}]({page})"
    either = gettext("%(email)s or %(contact_page)s", email=operator.email, contact_page=contact)
    values = {
        "site": site.name,
        "site_url": site.url,
        "operator": operator.name or site.name,
        "operator_address": address,
        "operator_with_address": ", ".join(filter(None, (operator.name or site.name, address))),
        "contact_email": operator.email,
        "contact": either if operator.email else contact,
        "crawler": site.brand.crawler,
        "logs": _describe_logs(site),
        "backups": _describe_backups(site),
    }
    title, body = text.title, text.body
    for name in PLACEHOLDERS:
        title, body = title.replace(f"{{{name}}}", values[name]), body.replace(f"{{{name}}}", values[name])
    return text.model_copy(update={"title": title, "body": body})


async def list_texts(db: Connection) -> list[SiteText]:
    """All pages, well-known ones first."""
    rows = await db.all("select slug, title, body, placement, updated_at from site_text order by title, slug")
    stored = {row[0]: _make(*row) for row in rows}
    shipped = {slug: _make(slug, *read_shipped(slug), "footer", None) for slug in SHIPPED}
    known = [stored.get(slug) or shipped.get(slug) for slug in WELL_KNOWN]
    return [text for text in known if text] + [text for slug, text in stored.items() if slug not in WELL_KNOWN]


async def list_own_pages(db: Connection) -> Sequence[OwnPage]:
    """All pages as the navigation needs them; only the shipped ones before the schema has others."""
    try:
        rows = await db.all("select slug, title, placement from site_text order by title, slug")
    except (UndefinedTable, UndefinedColumn):
        rows = []
    with in_language(ENGLISH):  # everyone's pages show these titles, and translate them
        found: dict[str, tuple[str, Placement]] = {slug: (read_shipped(slug)[0], "footer") for slug in SHIPPED}
    found |= {slug: (title, placement) for slug, title, placement in rows}
    order = sorted(found, key=lambda slug: WELL_KNOWN.index(slug) if slug in WELL_KNOWN else -1)
    return [OwnPage(slug, address_of(slug), *found[slug]) for slug in order if slug != "refunds"]


async def list_unwritten(db: Connection) -> list[str]:
    """The pages that the law asks for and nobody has written or confirmed."""
    try:
        written = {slug for (slug,) in await db.all("select slug from site_text")}
    except UndefinedTable:  # before the first migration
        written = set[str]()
    return [slug for slug in REQUIRED if slug not in written]


def _describe_logs(site: Site) -> str:
    """What the privacy policy says of the log, which is a setting."""
    if site.log_addresses:
        return gettext(
            "Our logs record your IP address, the page and the time, so that we can find errors and stop abuse."
        )
    return gettext(
        "Our logs record the page and the time, but not your IP address, so that we can find errors and stop abuse."
    )


def _describe_backups(site: Site) -> str:
    """What the privacy policy says of deleted data in backups, which are a setting."""
    if site.backup_days is None:
        return gettext(
            "Our backups contain deleted data until we delete the backup. Ask us if you want to know how long that is."
        )
    return ngettext(
        "Our backups contain deleted data until the backup itself is deleted, %(num)s day after it was made.",
        "Our backups contain deleted data until the backup itself is deleted, %(num)s days after it was made.",
        site.backup_days,
    )


async def write_text(db: Connection, text: SiteText, by: int | None, at: datetime) -> None:
    await db.execute(
        """
        insert into site_text (slug, title, body, placement, updated_at, updated_by) values (%s, %s, %s, %s, %s, %s)
        on conflict (slug) do update set title = excluded.title, body = excluded.body,
            placement = excluded.placement, updated_at = excluded.updated_at, updated_by = excluded.updated_by
        """,
        (text.slug, text.title, text.body, text.placement, at, by),
    )
    await _keep_version(db, text, by, at, deleted=False)
    changes(db, f"text:{text.slug}", BRAND)


async def delete_text(db: Connection, text: SiteText, by: int | None, at: datetime) -> None:
    await db.execute("delete from site_text where slug = %s", (text.slug,))
    await _keep_version(db, text, by, at, deleted=True)
    changes(db, f"text:{text.slug}", BRAND)


async def _keep_version(db: Connection, text: SiteText, by: int | None, at: datetime, *, deleted: bool) -> None:
    await db.execute(
        """
        insert into site_text_version (slug, title, body, placement, saved_at, saved_by, deleted)
        values (%s, %s, %s, %s, %s, %s, %s)
        """,
        (text.slug, text.title, text.body, text.placement, at, by, deleted),
    )


async def list_versions(db: Connection, slug: str, most: int) -> list[SiteTextVersion]:
    """The newest first."""
    return await db.all_as(
        SiteTextVersion,
        """
        select id, slug, title, body, placement, saved_at, saved_by, deleted from site_text_version
        where slug = %s order by id desc limit %s
        """,
        (slug, most),
    )
