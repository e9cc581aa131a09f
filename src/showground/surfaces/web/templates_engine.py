"""The template environment, with the globals and filters available to every template."""

import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from markupsafe import Markup

from showground.categories import category_text
from showground.core.brand import Link, Placement
from showground.core.calls.context import PREVIEWED, Site
from showground.core.calls.rate_limits import Limit
from showground.core.languages import StoredSentences, Text, translated
from showground.core.languages.templates import add_languages, show
from showground.core.user_agent import name_browser
from showground.drafting import STORED_PROBLEMS
from showground.orders import BOOKS_SENTENCES, STORED_SENTENCES, localized_amount, localized_dollars, localized_money
from showground.ownership import STORED_CHECKS
from showground.search import MatchingWords
from showground.surfaces.web import formatting
from showground.surfaces.web.admin import field_names, log_names
from showground.surfaces.web.admin.navigation import STAFF_PAGES
from showground.surfaces.web.assets import Assets
from showground.surfaces.web.brand_style import preloaded_fonts, style_address
from showground.surfaces.web.countries import country_in_sentence, country_name
from showground.surfaces.web.language_links import LanguageLinks
from showground.surfaces.web.logo_placeholder import initials, make_tile
from showground.surfaces.web.markdown_to_html import render_markdown
from showground.surfaces.web.sales import current_sales
from showground.surfaces.web.script_texts import script_texts
from showground.surfaces.web.written_text import written

FOLDER = Path(__file__).parent / "templates"
THEME = "theme.css"  # the style sheet of a theme, if there is one
STORED = StoredSentences([*STORED_SENTENCES, *STORED_CHECKS, *STORED_PROBLEMS, *BOOKS_SENTENCES])
SPANS = {60: "a minute", 3600: "an hour", 86400: "a day"}
NAVIGATION = (
    ("/", Text("This week")),
    ("/listings", Text("Listings")),
    ("/categories", Text("Categories")),
    ("/leaderboards/community-weekly", Text("Leaderboards")),
    ("/updates", Text("Updates")),
    ("/blog", Text("Blog")),
    ("/pricing", Text("Pricing")),
)
COLOPHON = (
    ("/launches", Text("All weeks")),
    ("/awards", Text("Awards")),
    ("/founders", Text("Founders")),
    ("/compare", Text("Compare")),
    ("/advertise", Text("Advertise")),
    ("/rules", Text("Rules")),
    ("/docs/api", "API"),
    ("/agents", Text("Agents")),
    ("/crawler", Text("Our crawler")),
    ("/feeds", Text("Feeds")),
    ("/newsletter", Text("Newsletter")),
)

WITHDRAWAL = ("/withdrawal", Text("Withdraw from contract here"))

ACCOUNT_PAGES = (
    ("/me", Text("Your page")),
    ("/account", Text("Profile")),
    ("/account/orders", Text("Orders")),
    ("/account/keys", Text("API keys")),
    ("/account/webhooks", Text("Webhooks")),
    ("/account/apps", Text("Connected apps")),
    ("/account/sessions", Text("Sessions")),
    ("/account/passkeys", Text("Passkeys")),
    ("/account/mail", Text("Email")),
    ("/account/alerts", Text("Saved searches")),
    ("/account/data", Text("Your data")),
)


def environment(site: Site, assets: Assets) -> Environment:
    shipped = FileSystemLoader(FOLDER)
    own = [FileSystemLoader(site.theme / "templates")] if site.theme else []
    found = Environment(
        loader=ChoiceLoader([*own, shipped, PrefixLoader({"shipped": shipped})]),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=show,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    add_languages(found)
    # jinja2's type hints only allow its own globals and filters
    cast("dict[str, Any]", found.globals).update(
        site=site,
        asset=assets.url,
        brand_style=lambda: style_address(site.brand, is_preview=PREVIEWED.get() is not None),
        preloaded_fonts=lambda: preloaded_fonts(site.brand),
        is_preview=lambda: PREVIEWED.get() is not None,
        navigation=lambda: list_links(site, site.brand.navigation, NAVIGATION, "navigation"),
        colophon=lambda: _with_withdrawal(list_links(site, site.brand.footer_links, _shipped_colophon(), "footer")),
        selling=current_sales,
        theme_style=assets.url(THEME) if assets.has(THEME) else "",
        account_pages=ACCOUNT_PAGES,
        script_texts=script_texts,
        staff_pages=STAFF_PAGES,
    )
    cast("dict[str, Any]", found.filters).update(
        marked=marked,
        highlight=highlight,
        paragraphs=paragraphs,
        written=written,
        often=often,
        lettered=lettered,
        tile=make_tile,
        initials=initials,
        country=country_name,
        country_in_sentence=country_in_sentence,
        section_name=formatting.section_name,
        name_of=formatting.name_of,
        action_name=log_names.action_name,
        field_name=field_names.field_name,
        record_value=field_names.record_value,
        email_name=log_names.email_name,
        value_of=formatting.value_of,
        uncapitalized=formatting.uncapitalized,
        unstated=formatting.unstated,
        badge_name=formatting.badge_name,
        award_name=formatting.award_name,
        category_text=category_text,
        day=formatting.day,
        iso_day=formatting.iso_day,
        moment=formatting.moment,
        browser=name_browser,
        month=formatting.month,
        week_dates=formatting.week_dates,
        week_span=formatting.week_span,
        span=formatting.span,
        span_in=formatting.span_in,
        retold=STORED.show,
        ordinal=formatting.ordinal,
        ordinal_ending=formatting.ordinal_ending,
        round_dollars=formatting.dollars,
        prose=render_markdown,
        number=formatting.number,
        percentage=formatting.percentage,
        compact=formatting.compact,
        bare=formatting.bare,
        breakable=breakable,
        dollars=localized_dollars,
        money=localized_money,
        amount=localized_amount,
        removeprefix=str.removeprefix,
    )
    links = LanguageLinks(site)
    cast("dict[str, Any]", found.globals)["alternates"] = links.alternates
    cast("dict[str, Any]", found.filters)["canonical"] = links.canonical
    cast("dict[str, Any]", found.tests).update(web_address=formatting.is_web_address)
    return found


def _shipped_colophon() -> list[tuple[str, str]]:
    """The footer's links; where no advertising is sold, without the page that offers it."""
    return [link for link in COLOPHON if link[0] != "/advertise" or current_sales().placements]


def _with_withdrawal(links: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Where consumers are sold to, the law wants this function on the site, also among an operator's own links."""
    if not current_sales().withdrawals or any(address == WITHDRAWAL[0] for address, _ in links):
        return links
    return [*links, WITHDRAWAL]


def list_links(
    site: Site, own: Sequence[Link] | None, shipped: Sequence[tuple[str, str]], placement: Placement
) -> list[tuple[str, str]]:
    """The operator's links or the shipped ones, then the pages of their own that belong there."""
    links = list(shipped) if own is None else [(link.address, link.words) for link in own]
    known = {address for address, _ in links}
    pages = [page for page in site.brand.pages if page.placement == placement and page.address not in known]
    return links + [(page.address, translated(page.title).replace("{site}", site.name)) for page in pages]


def marked(text: str) -> Markup:
    """Show words between backticks as code, and everything else as text."""
    parts = enumerate(re.split(r"`([^`]+)`", translated(text) if isinstance(text, Text) else text))
    return Markup().join(Markup("<code>{}</code>").format(part) if at % 2 else part for at, part in parts)


def highlight(text: str, words: MatchingWords | None) -> Markup | str:
    """Mark the words that a search matched."""
    spans = words.find(text) if words else []
    places = [0, *(place for span in spans for place in span), len(text)]
    parts = [text[start:end] for start, end in pairwise(places)]
    return Markup().join(Markup("<mark>{}</mark>").format(part) if at % 2 else part for at, part in enumerate(parts))


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
