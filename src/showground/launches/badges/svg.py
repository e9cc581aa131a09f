"""Badges as pictures: SVG without scripts. Every text stays inside its frame, whatever font it is shown in."""

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from math import ceil

from showground.core.brand import DARK, LIGHT, Palette
from showground.core.languages import gettext, translated
from showground.launches.badges.colours import style_sheet
from showground.launches.badges.icons import draw_icon
from showground.launches.badges.kinds import Badge, Shape, Size, Style
from showground.launches.badges.text_width import Fitted, Font, balance, clean, cut, fit, measure

SCALES: dict[Size, float] = {"s": 0.75, "m": 1, "l": 1.5}
CHIP = 32  # least width of the frame around the word "Paid"
GAP = 10
TICKET = (212, 360)  # least and greatest width; longer texts are made smaller, then cut
PILL = 400
BANNER = (336, 480)
SQUARE = 112
SITE_SIZES = (16.5, 15, 12.5)  # of the site's name in a square, on one line, two and three


@dataclass(frozen=True, slots=True)
class BadgeDrawing:
    """A drawn badge, and how large it is to be shown."""

    svg: str
    width: int
    height: int


Drawn = tuple[int, int, str]
"""Width, height and content, at the scale of the middle size."""


def draw(badge: Badge, site: str, style: Style, light: Palette = LIGHT, dark: Palette = DARK) -> BadgeDrawing:
    """A badge of a site of this name, in its colours and in the current language."""
    site = clean(site)
    width, height, content = SHAPES[style.shape](badge, site)
    scale = SCALES[style.size]
    shown = round(width * scale), round(height * scale)
    said = escape(describe(badge, site, named=style.shape == "banner"))
    sheet = style_sheet(badge.kind, style.shape, style.mode, light, dark)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{shown[0]}" height="{shown[1]}"'
        f' viewBox="0 0 {width} {height}" role="img" aria-label="{said}">'
        f"<title>{said}</title><style>{sheet}</style>{content}</svg>\n"
    )
    return BadgeDrawing(svg, *shown)


def describe(badge: Badge, site: str, *, named: bool) -> str:
    """The alt text of the badge."""
    said = _on(badge.label, clean(site))
    name = clean(badge.name or "") if named else ""
    return f"{name}: {said}" if name else said


def _on(title: str, site: str = "") -> str:
    """`Listed on Showground`; without a site, the words before it."""
    return gettext("%(badge)s on %(site)s", badge=title, site=site).strip()


def _ticket(badge: Badge, site: str, edge: float) -> Drawn:
    left, right = 68, 14
    lead = translated(badge.title) if badge.place else _on(badge.title)
    chip = GAP + _chip_width() if badge.paid else 0
    needed = max(measure(site, "serif", 22), measure(lead, "sans", 12.5) + chip)
    width = _within(left + needed + right, *TICKET)
    room = width - left - right
    first = fit(lead, "sans", 12.5, room - chip)
    end, low = width - 0.75, 55.25
    outline = (
        f"M4.5 .75H49A5 5 0 0 0 59 .75H{end - 3.75:g}A3.75 3.75 0 0 1 {end:g} 4.5V51.5A3.75 3.75 0 0 1 {end - 3.75:g}"
        f" {low}H59A5 5 0 0 0 49 {low}H4.5A3.75 3.75 0 0 1 .75 51.5V4.5A3.75 3.75 0 0 1 4.5 .75Z"
    )
    return (
        width,
        56,
        f'<path class="back edge-line" d="{outline}" stroke-width="{edge:g}"/>'
        '<path class="edge-line" d="M54 11V48" stroke-width="1.8" stroke-linecap="round" stroke-dasharray="0 4.4"/>'
        + draw_icon(badge, 12, 13, 1.25)
        + _text(left, 22, first, "sans", "soft")
        + (_chip(left + first.width + GAP, 9.5) if badge.paid else "")
        + _text(left, 43, fit(site, "serif", 22, room, 0.75), "serif", "ink"),
    )


def _standard(badge: Badge, site: str) -> Drawn:
    return _ticket(badge, site, 1)


def _outline(badge: Badge, site: str) -> Drawn:
    return _ticket(badge, site, 1.5)


def _pill(badge: Badge, site: str) -> Drawn:
    left, right = 41, 17
    text = _on(badge.title, site)
    chip = GAP + _chip_width() if badge.paid else 0
    width = _within(left + measure(text, "sans", 14) + chip + right, 0, PILL)
    fitted = fit(text, "sans", 14, width - left - right - chip)
    content = (
        f'<rect class="back" x=".5" y=".5" width="{width - 1}" height="35" rx="17.5"/>'
        + draw_icon(badge, 13, 8, 0.833)
        + _text(left, 23, fitted, "sans", "ink", weight=500)
    )
    if badge.paid:
        chip = _chip_width()
        x = width - right - chip + 3
        content += f'<rect class="ink" x="{x:g}" y="10" width="{chip:g}" height="16" rx="8"/>'
        content += _paid(x + chip / 2, 22, "back")
    return width, 36, content


def _banner(badge: Badge, site: str) -> Drawn:
    left, right = 66, 14
    name = clean(badge.name or "")
    headline = translated(badge.title) if badge.place else _on(badge.title, site)
    after = ""
    if name and badge.place:
        after = f" {_on('', site)}"
    elif name and badge.since:
        after = f", {translated(badge.since)}"
    below = measure(name + after, "sans", 12.5) + (GAP + _chip_width() if badge.paid else 0)
    width = _within(left + max(measure(headline, "serif", 21), below) + right, *BANNER)
    room = width - left - right
    content = (
        f'<rect class="back" width="{width}" height="72"/>'
        f'<path class="edge-line" d="M0 1.5h{width}M0 70.5h{width}" stroke-width="3"/>'
        f'<path class="edge-line" d="M0 5.5h{width}M0 66.5h{width}"/>'
        + draw_icon(badge, 14, 17, 1.583)
        + _text(left, 34 if name else 43, fit(headline, "serif", 21, room, 0.75), "serif", "ink")
    )
    if name:
        beside = room - (GAP + _chip_width() if badge.paid else 0)
        left_for_name = max(beside - measure(after, "sans", 12.5), beside / 4)
        line = cut(name, "sans", 12.5, left_for_name) + after
        content += _text(left, 53, fit(line, "sans", 12.5, beside, 0.6), "sans", "soft")
    if badge.paid:
        content += _chip(width - right - _chip_width(), 42.5)
    return width, 72, content


def _square(badge: Badge, site: str) -> Drawn:
    # The rosette shows the place; there is no room to say it twice.
    lead = gettext("Launch of the Week") if badge.place else _on(badge.title)
    middle, room = SQUARE / 2, SQUARE - 12
    lines = balance(site, "serif", SITE_SIZES, room, least=0.8)
    # The more lines the site's name takes, the smaller the icon above it.
    scale = {1: 1.667, 2: 1.25}.get(len(lines), 0.9)
    end = 86 if badge.paid else 97
    step = lines[0].size * 1.1 if lines else 0
    first = end - step * (len(lines) - 1) - (18 if badge.paid else 21)
    top = max(min(first - 12 - 24 * scale - 2, 14), 4)
    content = (
        '<rect class="back edge-line" x=".5" y=".5" width="111" height="111" rx="6"/>'
        + draw_icon(badge, round(middle - 12 * scale, 2), round(top, 2), scale)
        + _text(middle, first, fit(lead, "sans", 12, room, 0.6), "sans", "soft", anchor="middle")
    )
    for number, line in enumerate(lines, 1):
        content += _text(middle, end - step * (len(lines) - number), line, "serif", "ink", anchor="middle")
    if badge.paid:
        content += _paid(middle, 103, "mark")
    return SQUARE, SQUARE, content


SHAPES: dict[Shape, Callable[[Badge, str], Drawn]] = {
    "standard": _standard,
    "outline": _outline,
    "pill": _pill,
    "banner": _banner,
    "square": _square,
}


def _within(needed: float, least: int, most: int) -> int:
    """A width that every size shows in whole pixels."""
    return min(max(4 * ceil(needed / 4), least), most)


def _chip_width() -> float:
    return max(CHIP, ceil(measure(gettext("Paid"), "sans", 11) + 10))


def _chip(x: float, y: float) -> str:
    width = _chip_width()
    frame = f'<rect class="mark-line" x="{x:.1f}" y="{y:g}" width="{width:g}" height="15" rx="2.5" fill="none"/>'
    return frame + _paid(x + width / 2, y + 11.3, "mark")


def _paid(middle: float, y: float, role: str) -> str:
    fitted = fit(gettext("Paid"), "sans", 11, _chip_width())
    return _text(middle, y, fitted, "sans", role, weight=600, anchor="middle")


def _text(
    x: float, y: float, fitted: Fitted, font: Font, role: str, *, weight: int = 400, anchor: str = "start"
) -> str:
    heavy = f' font-weight="{weight}"' if font == "sans" and weight != 400 else ""
    placed = f' text-anchor="{anchor}"' if anchor != "start" else ""
    return (
        f'<text class="{font} {role}" x="{x:.4g}" y="{y:g}" font-size="{fitted.size:.4g}"{heavy}{placed}'
        f' textLength="{fitted.width:.1f}" lengthAdjust="spacingAndGlyphs">{escape(fitted.words)}</text>'
    )
