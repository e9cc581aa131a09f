"""Voting for, following and saving listings. Signed-out visitors sign in first; then what they wanted is done."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlencode

from starlette.responses import JSONResponse, Response

from showground.collections.actions.collections import save_listing
from showground.core.calls.action import Action
from showground.core.calls.errors import NotFound
from showground.launches.actions.follows import ListOpinions, Opinions, follow, list_opinions, unfollow
from showground.launches.actions.votes import cast_vote, withdraw_vote
from showground.listings.operations.get_listing import get_listing
from showground.surfaces.web.sessions import for_a_person, is_scripted, own_address, way_back
from showground.surfaces.web.visit import Visit


@dataclass(frozen=True, slots=True)
class ListingAction:
    """An action, and what it takes besides the listing."""

    action: Action[Any, Any]
    values: dict[str, Any] = field(default_factory=dict[str, Any])


DO = {
    "vote": ListingAction(cast_vote),
    "follow": ListingAction(follow),
    "save": ListingAction(save_listing, {"save": True}),
}
UNDO = {
    "vote": ListingAction(withdraw_vote),
    "follow": ListingAction(unfollow),
    "save": ListingAction(save_listing, {"save": False}),
}
MEANT_PATH = "/meant"
MEANT_FOR = 3600  # seconds


async def opinions_of(visit: Visit, slugs: Iterable[str]) -> Opinions | None:
    """The signed-in person's votes, follows and reviews for these listings; None if nobody is signed in."""
    if visit.person is None:
        return None
    return await visit.ask(list_opinions, ListOpinions(slugs=list(dict.fromkeys(slugs))))


async def take_vote(visit: Visit) -> Response:
    return await _take(visit, "vote")


async def take_follow(visit: Visit) -> Response:
    return await _take(visit, "follow")


async def take_save(visit: Visit) -> Response:
    return await _take(visit, "save")


async def _take(visit: Visit, what: str) -> Response:
    """Do it or undo it, as the form says. Scripts get JSON; a plain form is redirected back to its page."""
    asked, scripted = visit.parse(get_listing, {"slug": visit.path_params["slug"]}), is_scripted(visit)
    if visit.person is None:
        return _sign_in_first(visit, what, asked.slug, scripted=scripted)
    wanted = (await visit.form()).get(what) != "no"
    chosen = DO[what] if wanted else UNDO[what]
    result = await visit.submit_with(chosen.action, slug=asked.slug, **chosen.values)
    if result.failure is not None:
        if not scripted:
            raise result.failure
        return JSONResponse({"message": result.failure.detail}, result.failure.status, {"Cache-Control": "no-store"})
    if scripted:
        assert result.answer is not None  # noqa: S101 - without a failure there is an answer  # nosec B101
        body = result.answer.model_dump_json()
        return Response(body, headers={"Cache-Control": "no-store"}, media_type="application/json")
    return visit.go(way_back(visit, f"/listings/{asked.slug}"))


def _sign_in_first(visit: Visit, what: str, slug: str, *, scripted: bool) -> Response:
    after = urlencode({"do": what, "slug": slug, "next": way_back(visit, f"/listings/{slug}")})
    address = f"/sign-in?{urlencode({'next': f'{MEANT_PATH}?{after}'})}"
    response: Response = JSONResponse({"sign_in": address}, 401) if scripted else visit.go(address)
    response.headers["Cache-Control"] = "no-store"
    response.set_cookie(
        _cookie_name(visit), f"{what}.{slug}", max_age=MEANT_FOR, path="/", secure=_is_secure(visit), httponly=True,
        samesite="lax",
    )  # fmt: skip
    return response


async def find_meant(visit: Visit, after: str) -> tuple[str, str] | None:
    """What signing in completes, a key of `DO`, and the listing's name. `after`: the address that follows."""
    path, _, query = after.partition("?")
    asked = dict(parse_qsl(query))
    if path != MEANT_PATH or asked.get("do") not in DO:
        return None
    try:
        listing = await visit.ask(get_listing, visit.parse(get_listing, {"slug": asked.get("slug", "")}))
    except NotFound:
        return None
    return asked["do"], listing.name


@for_a_person
async def do_what_was_meant(visit: Visit) -> Response:
    """Complete a vote, follow or save after signing in.

    The cookie proves that this browser sent the form, so it is done immediately. In another browser, or without a
    form, the person has to confirm first; otherwise a link could make people vote.
    """
    what, slug = visit.query.get("do", ""), visit.query.get("slug", "")
    after = own_address(visit.query.get("next", ""))
    if what not in DO:
        raise NotFound
    listing = await visit.ask(get_listing, visit.parse(get_listing, {"slug": slug}))
    mine = await opinions_of(visit, [listing.slug])
    if what == "vote" and mine and listing.slug in mine.own:
        return visit.go(after)  # an owner who was signed out: the page now shows that it is theirs
    if visit.request.cookies.get(_cookie_name(visit)) != f"{what}.{slug}":
        return visit.show("confirm.html", private=True, listing=listing, what=what)
    chosen = DO[what]
    await visit.ask(chosen.action, chosen.action.parse({"slug": slug, **chosen.values}))
    response = visit.go(after)
    response.delete_cookie(_cookie_name(visit), path="/", secure=_is_secure(visit), httponly=True, samesite="lax")
    return response


def _cookie_name(visit: Visit) -> str:
    """The cookie that remembers what was meant. Only our forms set it, and with https only this host can."""
    return "__Host-meant" if _is_secure(visit) else "meant"


def _is_secure(visit: Visit) -> bool:
    return visit.site.url.startswith("https://")
