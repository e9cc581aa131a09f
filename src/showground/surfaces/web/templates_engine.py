"""The template environment, with the globals and filters available to every template."""

import re
from pathlib import Path
from typing import Any, cast

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from showground.core.calls.context import Site
from showground.core.calls.input_text import safe_to_show
from showground.core.calls.rate_limits import Limit
from showground.core.user_agent import name_browser
from showground.orders import amount, dollars, format_money
from showground.surfaces.web import formatting
from showground.surfaces.web.admin.navigation import STAFF_PAGES
from showground.surfaces.web.assets import Assets
from showground.surfaces.web.countries import country_name
from showground.surfaces.web.logo_placeholder import make_tile
from showground.surfaces.web.markdown_to_html import render_markdown

FOLDER = Path(__file__).parent / "templates"
SPANS = {60: "a minute", 3600: "an hour", 86400: "a day"}
NAVIGATION = (
    ("/", "This week"),
    ("/listings", "Listings"),
    ("/categories", "Categories"),
    ("/leaderboards/community-weekly", "Leaderboards"),
    ("/updates", "Updates"),
    ("/blog", "Blog"),
    ("/pricing", "Pricing"),
)
COLOPHON = (
    ("/launches", "All weeks"),
    ("/awards", "Awards"),
    ("/founders", "Founders"),
    ("/compare", "Compare"),
    ("/advertise", "Advertise"),
    ("/rules", "Rules"),
    ("/docs/api", "API"),
    ("/agents", "Agents"),
    ("/crawler", "Our crawler"),
    ("/feeds", "Feeds"),
    ("/newsletter", "Newsletter"),
    ("/privacy", "Privacy"),
    ("/terms", "Terms"),
    ("/abuse", "Report abuse"),
)

ACCOUNT_PAGES = (
    ("/me", "Your page"),
    ("/account", "Profile"),
    ("/account/orders", "Orders"),
    ("/account/keys", "API keys"),
    ("/account/apps", "Connected apps"),
    ("/account/sessions", "Sessions"),
    ("/account/passkeys", "Passkeys"),
    ("/account/mail", "Email"),
    ("/account/alerts", "Saved searches"),
    ("/account/data", "Your data"),
)


def environment(site: Site, assets: Assets) -> Environment:
    found = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=safe_to_show,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # jinja2's type hints only allow its own globals and filters
    cast("dict[str, Any]", found.globals).update(
        site=site,
        asset=assets.url,
        navigation=NAVIGATION,
        colophon=COLOPHON,
        account_pages=ACCOUNT_PAGES,
        staff_pages=STAFF_PAGES,
    )
    cast("dict[str, Any]", found.filters).update(
        marked=marked,
        paragraphs=paragraphs,
        often=often,
        lettered=lettered,
        tile=make_tile,
        country=country_name,
        name_of=formatting.name_of,
        value_of=formatting.value_of,
        day=formatting.day,
        iso_day=formatting.iso_day,
        moment=formatting.moment,
        browser=name_browser,
        month=formatting.month,
        week_dates=formatting.week_dates,
        week_span=formatting.week_span,
        span=formatting.span,
        ordinal=formatting.ordinal,
        round_dollars=formatting.dollars,
        prose=render_markdown,
        number=formatting.number,
        compact=formatting.compact,
        bare=formatting.bare,
        breakable=breakable,
        dollars=dollars,
        money=format_money,
        amount=amount,
        removeprefix=str.removeprefix,
    )
    cast("dict[str, Any]", found.tests).update(web_address=formatting.is_web_address)
    return found


def marked(text: str) -> Markup:
    """Show words between backticks as code, and everything else as text."""
    parts = enumerate(re.split(r"`([^`]+)`", text))
    return Markup().join(Markup("<code>{}</code>").format(part) if at % 2 else part for at, part in parts)


def breakable(address: str) -> Markup:
    """An address that may wrap after each `/` or `@`."""
    return Markup("<wbr>").join(re.split(r"(?<=[/@])", address))


def paragraphs(text: str) -> list[str]:
    """Split text at blank lines; each paragraph becomes one line."""
    return [" ".join(part.split()) for part in re.split(r"\n\s*\n", text.strip())]


def often(limit: Limit) -> str:
    """`20 calls an hour`."""
    return f"{limit.quota} calls {SPANS.get(limit.seconds, f'in {limit.seconds} seconds')}"


def lettered(number: int) -> str:
    """1 is A, 26 is Z, 27 is AA: the letters of category groups."""
    letters = ""
    while number:
        number, place = divmod(number - 1, 26)
        letters = chr(ord("A") + place) + letters
    return letters
