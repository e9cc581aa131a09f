"""Share images for listings and weeks: an SVG template rendered as PNG."""

from dataclasses import dataclass

from starlette.responses import Response

from showground.core.calls.errors import InvalidInput, NotFound
from showground.launches import lettering
from showground.launches.operations.get_launch_week import get_launch_week
from showground.launches.operations.list_awards import ListAwards, list_awards
from showground.surfaces.web.formatting import bare, day, number, ordinal, week_dates
from showground.surfaces.web.visit import Visit
from showground.surfaces.web.visitors.current_listing import get

WIDTH, HEIGHT, MARGIN = 1200, 630, 72
ROOM = WIDTH - 2 * MARGIN
BESIDE_A_ROSETTE = 690
NAME_SIZE, NAME_LEAST, LINE_SIZE = 136, 0.42, 43
CACHE_CONTROL = b"public, max-age=3600"


@dataclass(frozen=True, slots=True)
class Card:
    """The words on an image."""

    corner: str
    name: str
    lines: list[str]
    strong: str
    soft: str
    place: int = 0

    @property
    def room(self) -> int:
        return BESIDE_A_ROSETTE if self.place else ROOM


async def draw_listing(visit: Visit) -> Response:
    listing = await get(visit)
    awards = await visit.ask(list_awards, ListAwards(listing=listing.slug, per_page=100))
    best = min(awards.items, key=lambda award: award.place, default=None)
    if best:
        votes = f"{number(best.votes)} {'vote' if best.votes == 1 else 'votes'}"
        strong = f"{ordinal(best.place)} place in its week, with {votes}"
    elif listing.status == "upcoming":
        strong = "Launching soon"
    else:
        strong = f"{number(listing.votes)} {'vote' if listing.votes == 1 else 'votes'}"
    week = best.week if best else listing.launch_week
    people = ", ".join(founder.name for founder in (listing.founders or [])[:2])
    card = Card(
        corner=f"Week of {day(week)}" if week else "",
        name=listing.name,
        lines=_lines(listing.tagline or "", BESIDE_A_ROSETTE if best else ROOM),
        strong=strong,
        soft=" · ".join(filter(None, (people, bare(listing.website)))),
        place=best.place if best else 0,
    )
    return await _send(visit, card)


async def draw_week(visit: Visit) -> Response:
    try:
        asked = visit.parse(get_launch_week, {"week": visit.given["week"]})
    except InvalidInput:
        raise NotFound from None
    week = await visit.ask(get_launch_week, asked)
    first = week.items[0].listing.name if week.items else None
    waiting = len(week.scheduled)
    entries = week.total if week.phase != "future" else waiting
    card = Card(
        corner={"past": "Voting has ended", "current": "Voting is open", "future": "Voting not open yet"}[week.phase],
        name=f"Week of {week.week.day} {week.week:%B}",
        lines=_lines(week_dates(week.week), ROOM),
        strong=f"{number(entries)} {'launch' if entries == 1 else 'launches'}",
        soft=f"{'Won by' if week.phase == 'past' else 'Leading:'} {first}" if first else "",
    )
    return await _send(visit, card)


def _lines(text: str, room: int) -> list[str]:
    """Wrap text into at most two lines."""
    lines = [""]
    for word in lettering.clean(text).split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and lettering.measure(longer, "serif", LINE_SIZE) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    if len(lines) > 2:
        lines = [lines[0], f"{lines[1]} {lines[2]}"]
    return [lettering.cut(line, "serif", LINE_SIZE, room) for line in lines if line]


async def _send(visit: Visit, card: Card) -> Response:
    name = lettering.fit(lettering.clean(card.name), "serif", NAME_SIZE, card.room, NAME_LEAST)
    svg = visit.render(
        "picture.svg",
        card=card,
        name=name,
        strong=lettering.cut(lettering.clean(card.strong), "sans", 28, card.room),
        soft=lettering.cut(lettering.clean(card.soft), "sans", 28, card.room),
        ordinal={1: "st", 2: "nd", 3: "rd"}.get(card.place, ""),
    )
    png = await visit.services.drawings.draw(svg)
    return visit.send(
        png, b"image/png", control=CACHE_CONTROL, headers=[(b"cross-origin-resource-policy", b"cross-origin")]
    )
