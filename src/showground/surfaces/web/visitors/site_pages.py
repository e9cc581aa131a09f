"""Pages about the site itself: rules, legal pages, and information on agents, the crawler and feeds."""

from starlette.responses import RedirectResponse, Response

from showground.blog import SiteText
from showground.blog.actions.site_pages import get_text
from showground.brand.actions.contact import send_contact_message
from showground.categories.operations.list_categories import ListCategories, list_categories
from showground.core.calls.declare import PUBLIC
from showground.core.calls.models import NoInput
from showground.launches.actions.vote_ledger import count_discounts
from showground.orders.actions.checkout import show_seller
from showground.ownership.actions.listing_status import get_free_plan
from showground.surfaces.web.forms import NO_RESULT
from showground.surfaces.web.visit import Visit
from showground.surfaces.web.visitors.agents import connect

NO_MESSAGE = {"name": "", "email": "", "subject": "", "body": ""}
UNCHANGING = "settings"  # cache tag for pages that never change while the process runs


async def show_text(visit: Visit) -> Response:
    """A well-known page, such as /privacy; 404 if nobody has written it and none is shipped."""
    return visit.show("text.html", text=await _get_text(visit, visit.path.removeprefix("/")))


async def show_own_page(visit: Visit) -> Response:
    """A page that staff added."""
    text = await _get_text(visit, visit.path_params["slug"])
    return visit.show("text.html", text=text) if text.address == visit.path else RedirectResponse(text.address, 301)


async def _get_text(visit: Visit, slug: str) -> SiteText:
    return await visit.ask(get_text, visit.parse(get_text, {"slug": slug}), f"text:{slug}")


async def show_contact(visit: Visit) -> Response:
    text = await _get_text(visit, "contact")
    known = {"name": visit.person.name, "email": visit.person.email} if visit.person else {}
    return visit.show("contact.html", text=text, given=NO_MESSAGE | known, result=NO_RESULT, sent=False)


async def post_contact(visit: Visit) -> Response:
    form = await visit.form()
    result = await visit.submit(send_contact_message)
    return visit.show(
        "contact.html",
        status=result.status,
        private=True,
        text=await _get_text(visit, "contact"),
        given={name: form.get(name, "") for name in NO_MESSAGE},
        result=result,
        sent=result.answer is not None,
    )


async def show_terms(visit: Visit) -> Response:
    """The terms, the seller and the refund policy: two texts that staff can edit, and the seller from the settings."""
    terms, refunds = [await _get_text(visit, slug) for slug in ("terms", "refunds")]
    seller = await visit.ask(show_seller, NoInput(), UNCHANGING)
    return visit.show("terms.html", text=terms, refunds=refunds, seller=seller)


async def show_rules(visit: Visit) -> Response:
    discounts = await visit.ask(count_discounts, NoInput(), "discounts")
    free_plan = await visit.ask(get_free_plan, NoInput(), "free-plan")
    return visit.show("rules.html", discounts=discounts, free_plan=free_plan)


async def show_crawler(visit: Visit) -> Response:
    visit.tags.add(UNCHANGING)
    return visit.show("crawler.html")


async def show_agents(visit: Visit) -> Response:
    visit.tags.add(UNCHANGING)
    operations = visit.dispatcher.operations
    tools = sorted(name for name, scope in operations.items() if scope == PUBLIC)
    sets = {path: len(names) for path, names in visit.services.tool_sets.items()}
    return visit.show(
        "agents.html", clients=connect(visit.site), tools=tools, more=len(operations) - len(tools), sets=sets
    )


async def show_feeds(visit: Visit) -> Response:
    tree = await visit.ask(list_categories, ListCategories())
    return visit.show("feeds.html", categories=tree.items)
