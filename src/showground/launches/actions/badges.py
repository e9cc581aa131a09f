"""Badge images."""

from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, action
from showground.core.calls.models import Input
from showground.core.calls.rate_limits import Limit
from showground.core.languages import in_language
from showground.launches.badges.kinds import NEUTRAL, Kind, Mode, Shape, Size, Style, earned
from showground.launches.badges.models import BadgePicture
from showground.launches.badges.svg import draw
from showground.launches.errors import NoSuchBadge
from showground.launches.queries import launches
from showground.listings import Slug

BADGES = Limit("badges", 1200, 60)  # another site's page may show many badges to many readers behind one IP address


class DrawBadge(Input):
    slug: Slug
    kind: Kind
    shape: Shape
    mode: Mode
    size: Size


@action(scope=PUBLIC, read_only=True, limit=BADGES, errors=(NoSuchBadge,))
async def draw_badge(ctx: Context, input: DrawBadge) -> BadgePicture:
    """Render a badge that a listing has earned.

    `listed` is rendered for any slug, because owners embed it before their listing is public; it then shows no name.
    """
    merits = await launches.find_merits(ctx.db, input.slug, ctx.now)
    badges = earned(merits) if merits else [NEUTRAL]
    badge = next((badge for badge in badges if badge.kind == input.kind), None)
    if badge is None:
        raise NoSuchBadge
    brand, style = ctx.site.brand, Style(input.shape, input.mode, input.size)
    with in_language(ctx.site.languages.site):  # pages of others embed it, whatever their readers' language is
        return BadgePicture(svg=draw(badge, brand.name, style, brand.light, brand.dark).svg)
