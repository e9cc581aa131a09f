"""Founders: search by name, and each founder with their companies, stories and interview."""

from starlette.responses import Response

from showground.core.languages import Text
from showground.people.actions.founder_list import sort_founders
from showground.people.operations.get_founder import get_founder
from showground.surfaces.web.countries import country_names
from showground.surfaces.web.lists import narrow_down
from showground.surfaces.web.syndication.json_ld import describe_person
from showground.surfaces.web.visit import Visit
from showground.surfaces.web.visitors.listing import tell
from showground.surfaces.web.visitors.votes import opinions_of

FIELDS = ("q", "country", "sort", "page")
SORTS = {"name": Text("Name"), "votes": Text("Most voted"), "newest": Text("Newest")}


async def show_founders(visit: Visit) -> Response:
    narrowed = await narrow_down(visit, sort_founders, FIELDS, "founders", "listings")
    return narrowed.show(visit, "founders.html", countries=country_names(), sorts=SORTS)


async def show_founder(visit: Visit) -> Response:
    founder = await visit.ask(get_founder, visit.parse(get_founder, {"slug": visit.path_params["slug"]}))
    at = [company.listing for company in founder.companies]
    stories = [(told.listing, told.story.title, tell(told.story)) for told in founder.stories]
    return visit.show(
        "founder.html",
        founder=founder,
        mine=await opinions_of(visit, (listing.slug for listing in at)),
        stories=stories,
        structured=describe_person(founder, at, (founder.socials or {}).values(), founder.picture_url),
    )
