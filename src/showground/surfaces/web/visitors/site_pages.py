"""Pages about the site itself: rules, legal pages, and information on agents, the crawler and feeds."""

from starlette.responses import Response

from showground.blog.actions.site_pages import get_text
from showground.categories.operations.list_categories import ListCategories, list_categories
from showground.core.calls.declare import PUBLIC
from showground.core.calls.models import NoInput
from showground.launches.actions.vote_ledger import count_discounts
from showground.orders.actions.checkout import show_seller
from showground.surfaces.web.visit import Visit
from showground.surfaces.web.visitors.agents import connect

UNCHANGING = "settings"  # cache tag for pages that never change while the process runs


async def show_text(visit: Visit) -> Response:
    asked = visit.parse(get_text, {"slug": visit.path.removeprefix("/")})
    return visit.show("text.html", text=await visit.ask(get_text, asked, f"text:{asked.slug}"))


async def show_terms(visit: Visit) -> Response:
    """The terms, the seller and the refund policy: two texts that staff can edit, and the seller from the settings."""
    names = ("terms", "refunds")
    terms, refunds = [
        await visit.ask(get_text, visit.parse(get_text, {"slug": slug}), f"text:{slug}") for slug in names
    ]
    seller = await visit.ask(show_seller, NoInput(), UNCHANGING)
    return visit.show("terms.html", text=terms, refunds=refunds, seller=seller)


async def show_rules(visit: Visit) -> Response:
    discounts = await visit.ask(count_discounts, NoInput(), "discounts")
    return visit.show("rules.html", discounts=discounts)


async def show_crawler(visit: Visit) -> Response:
    visit.tags.add(UNCHANGING)
    return visit.show("crawler.html")


async def show_agents(visit: Visit) -> Response:
    visit.tags.add(UNCHANGING)
    operations = visit.dispatcher.operations
    tools = sorted(name for name, scope in operations.items() if scope == PUBLIC)
    return visit.show("agents.html", clients=connect(visit.site), tools=tools, more=len(operations) - len(tools))


async def show_feeds(visit: Visit) -> Response:
    tree = await visit.ask(list_categories, ListCategories())
    return visit.show("feeds.html", categories=tree.items)
