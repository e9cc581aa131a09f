"""One icon for each kind: a sheet, a flag, a sign, a check and a rosette, on a field of 24 by 24."""

from math import cos, radians, sin

from showground.launches.badges.kinds import Badge, Kind

FOLD = 0.36  # share of a pleat that is shaded


def _point(centre: float, radius: float, angle: float) -> str:
    turned = radians(angle)
    return f"{centre + radius * sin(turned):.1f} {centre - radius * cos(turned):.1f}"


def pleats(count: int, centre: float, inner: float, outer: float) -> tuple[str, str]:
    """A pleated ribbon laid in a ring: the paths of the lit parts and of the shaded parts."""
    light = shade = ""
    step = 360 / count
    for start in (step * n for n in range(count)):
        fold, end = start + step * FOLD, start + step
        inside, valley = _point(centre, inner, fold), _point(centre, outer * 0.93, fold)
        crest, tip = _point(centre, outer * 1.03, start + step * 0.68), _point(centre, outer, end)
        light += f"M{inside}L{valley}Q{crest} {tip}L{_point(centre, inner, end)}Z"
        shade += f"M{_point(centre, inner, start)}L{_point(centre, outer * 0.984, start)}L{valley}L{inside}Z"
    return light, shade


ROSETTE_LIGHT, ROSETTE_SHADE = pleats(16, 60, 30, 57)
SEAL = "".join(pleats(12, 12, 3, 11))
ICONS: dict[Kind, str] = {
    "listed": '<path d="M5 2.8h10.5L19 6.3v15H5z"/><path d="M15.5 2.8v3.5H19M8.5 11h7M8.5 14.2h7M8.5 17.4h4.5"/>',
    "launched": '<path d="M6 2.5v19"/><path class="mark" d="M6 4l13.5 4.7L6 13.4z"/>',
    "featured": '<path d="M2.8 4.5h18.4v10.7H2.8zM7 15.2v6.3M17 15.2v6.3M6.5 8.3h11M6.5 11.4h6.5"/>',
    "verified": f'<g class="mark" stroke="none"><path d="{SEAL}"/><circle cx="12" cy="12" r="7"/></g>'
    '<path class="hole-line" d="M7.8 12.3l3 3 5.4-6.3" stroke-width="2"/>',
    "launch-of-the-week": '<g stroke="none" transform="translate(2.4 0) scale(.155)">'
    '<path class="deep" d="M42.2 66.8L15.3 148.7L35.1 140.5L48.2 157.5L65.8 73.2Z"/>'
    '<path class="mark" d="M54.2 73.2L71.8 157.5L84.9 140.5L104.7 148.7L77.8 66.8Z"/>'
    '<circle class="hole" cx="60" cy="60" r="60"/>'
    f'<path class="mark" d="{ROSETTE_LIGHT}"/><path class="deep" d="{ROSETTE_SHADE}"/>'
    '<circle class="disc" cx="60" cy="60" r="36"/>'
    '<text class="serif mark" x="60" y="79" font-size="54" text-anchor="middle" textLength="29"'
    ' lengthAdjust="spacingAndGlyphs">PLACE</text></g>',
}


def draw_icon(badge: Badge, x: float, y: float, scale: float) -> str:
    """The icon with its upper left corner at this point."""
    return (
        f'<g transform="translate({x:g} {y:g}) scale({scale:g})" fill="none" class="mark-line" stroke-width="1.7"'
        ' stroke-linejoin="round" stroke-linecap="round">'
        f"{ICONS[badge.kind].replace('PLACE', str(badge.place))}</g>"
    )
