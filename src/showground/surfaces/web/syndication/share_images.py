"""Share images for listings and weeks: an SVG template rendered as PNG."""

from base64 import b64encode
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

from starlette.responses import Response

from showground.categories import category_text
from showground.core.calls.errors import InvalidInput, NotFound
from showground.core.languages import Text, gettext, in_language, ngettext, translated
from showground.core.languages.formats import day_and_month
from showground.launches import Award, LaunchWeek
from showground.launches.operations.get_launch_week import get_launch_week
from showground.launches.operations.list_awards import ListAwards, list_awards
from showground.listings import Listing
from showground.ownership.actions.media import read_media_file
from showground.surfaces.web.formatting import bare, day, number, ordinal, ordinal_ending, week_dates
from showground.surfaces.web.syndication.picture_text import (
    SANS,
    SANS_BOLD,
    SERIF,
    SERIF_BOLD,
    SERIF_ITALIC,
    FittedText,
)
from showground.surfaces.web.visit import Visit
from showground.surfaces.web.visitors.current_listing import get

WIDTH, HEIGHT, MARGIN = 1200, 630, 72
ROOM = WIDTH - 2 * MARGIN
BESIDE_A_ROSETTE = 690
SITE_SIZE, CORNER_SIZE, NAME_SIZE, LINE_SIZE, FOOT_SIZE = 40, 26, 136, 43, 28
LEAST_NAME, LEAST_SITE = 0.42, 0.6  # how much smaller a long name is made before it is cut
BESIDE_LOGO = 148  # where the name begins beside a logo, from the margin
MEDIA = "/media/"
CACHE_CONTROL = b"public, max-age=3600"
PHASES = {
    "past": Text("Voting has ended"),
    "current": Text("Voting is open"),
    "future": Text("Voting not open yet"),
}


@dataclass(frozen=True, slots=True)
class Card:
    """The words on an image. `instead` is drawn if the name is in a script that no font here has."""

    corner: str
    name: str
    instead: str
    line: str
    strong: str
    soft: str
    place: int = 0
    logo: str = ""
    """A data URL: drawing fetches nothing."""

    @property
    def room(self) -> int:
        return BESIDE_A_ROSETTE if self.place else ROOM

    @property
    def name_start(self) -> int:
        return MARGIN + (BESIDE_LOGO if self.logo else 0)


@dataclass(frozen=True, slots=True)
class CardText:
    """The words of a card as they fit."""

    site: FittedText
    corner: FittedText
    name: FittedText
    lines: list[FittedText]
    strong: FittedText
    soft: FittedText


async def draw_listing(visit: Visit) -> Response:
    listing = await get(visit)
    awards = await visit.ask(list_awards, ListAwards(listing=listing.slug, per_page=100))
    best = min(awards.items, key=lambda award: award.place, default=None)
    with _in_its_language(visit):
        card = replace(_picture_listing(listing, best), logo=await _read_logo(visit, listing.logo_url))
    return await _send(visit, card)


async def _read_logo(visit: Visit, url: str | None) -> str:
    """Our own copy of a logo, which the sandbox has drawn and stored as a square WebP; nothing if we have none."""
    folder = f"{visit.site.url}{MEDIA}"
    if not url or not url.startswith(folder):
        return ""
    try:
        asked = read_media_file.parse({"name": url.removeprefix(folder)})
        file = await visit.ask(read_media_file, asked)
    except (InvalidInput, NotFound):
        return ""
    return f"data:{file.type};base64,{b64encode(file.content).decode()}"


def _in_its_language(visit: Visit) -> AbstractContextManager[None]:
    """An image has one address for readers of all languages, and is in the site's own."""
    return in_language(visit.site.languages.site)


def _picture_listing(listing: Listing, best: Award | None) -> Card:
    if best:
        strong = ngettext(
            "%(place)s place in its week, with %(votes)s vote",
            "%(place)s place in its week, with %(votes)s votes",
            best.votes,
            place=ordinal(best.place),
            votes=number(best.votes),
        )
    elif listing.status == "upcoming":
        strong = gettext("Launching soon")
    elif listing.votes:
        strong = ngettext("%(votes)s vote", "%(votes)s votes", listing.votes, votes=number(listing.votes))
    else:
        strong = category_text(listing.categories[0].name) if listing.categories else ""
    week = best.week if best else listing.launch_week
    people = [SANS.drawable(founder.name) for founder in (listing.founders or [])[:2]]
    website = bare(listing.website)
    return Card(
        corner=gettext("Week of %(week)s", week=day(week)) if week else "",
        name=listing.name,
        instead=website,
        line=listing.tagline or "",
        strong=strong,
        soft=" · ".join(filter(None, (", ".join(filter(None, people)), website))),
        place=best.place if best else 0,
    )


async def draw_week(visit: Visit) -> Response:
    try:
        asked = visit.parse(get_launch_week, {"week": visit.path_params["week"]})
    except InvalidInput:
        raise NotFound from None
    week = await visit.ask(get_launch_week, asked)
    with _in_its_language(visit):
        card = _picture_week(week)
    return await _send(visit, card)


def _picture_week(week: LaunchWeek) -> Card:
    first = SANS.drawable(week.items[0].listing.name) if week.items else ""
    waiting = len(week.scheduled)
    entries = week.total if week.phase != "future" else waiting
    won = week.phase == "past"
    return Card(
        corner=translated(PHASES[week.phase]),
        name=gettext("Week of %(week)s", week=day_and_month(week.week)),
        instead="",
        line=week_dates(week.week),
        strong=ngettext("%(count)s launch", "%(count)s launches", entries, count=number(entries)) if entries else "",
        soft=(gettext("Won by %(name)s", name=first) if won else gettext("Leading: %(name)s", name=first))
        if first
        else "",
    )


def fit_card(card: Card, site: str) -> CardText:
    """Everything stays within the margins: long texts are made smaller, wrapped or cut."""
    corner = SANS.fit(card.corner, CORNER_SIZE, ROOM / 2)
    beside = ROOM - SANS.measure(card.corner, CORNER_SIZE) - MARGIN / 2
    name = SERIF.drawable(card.name) or card.instead
    return CardText(
        site=SERIF_BOLD.fit(site, SITE_SIZE, beside, LEAST_SITE),
        corner=corner,
        name=SERIF.fit(name, NAME_SIZE, card.room + MARGIN - card.name_start, LEAST_NAME),
        lines=SERIF_ITALIC.wrap(card.line, LINE_SIZE, card.room),
        strong=SANS_BOLD.fit(card.strong, FOOT_SIZE, card.room),
        soft=SANS.fit(card.soft, FOOT_SIZE, card.room),
    )


async def _send(visit: Visit, card: Card) -> Response:
    with _in_its_language(visit):
        ending = ordinal_ending(card.place)
    svg = visit.render("picture.svg", card=card, text=fit_card(card, visit.site.name), ordinal=ending)
    png = await visit.services.drawings.draw(svg)
    return visit.send(
        png, b"image/png", control=CACHE_CONTROL, headers=[(b"cross-origin-resource-policy", b"cross-origin")]
    )
