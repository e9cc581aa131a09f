"""Pages about the site itself: its rules, its words on privacy and the like, and how agents and crawlers get along."""

from starlette.responses import Response

from showground.blog.actions.get_text import get_text
from showground.catalog.operations.list_categories import ListCategories, list_categories
from showground.core.operation import PUBLIC
from showground.launches.actions.count_discounts import CountDiscounts, count_discounts
from showground.orders.actions.show_seller import ShowSeller, show_seller
from showground.surfaces.web.agents import connect
from showground.surfaces.web.visit import Visit

UNCHANGING = "settings"  # what never changes while the process runs is kept by this tag


async def show_text(visit: Visit) -> Response:
    asked = visit.parse(get_text, {"slug": visit.path.removeprefix("/")})
    return visit.show("text.html", text=await visit.ask(get_text, asked, f"text:{asked.slug}"))


async def show_terms(visit: Visit) -> Response:
    """The terms, who sells, and what holds for refunds: two texts that staff edit, and the seller from the settings."""
    names = ("terms", "refunds")
    terms, refunds = [
        await visit.ask(get_text, visit.parse(get_text, {"slug": slug}), f"text:{slug}") for slug in names
    ]
    seller = await visit.ask(show_seller, ShowSeller(), UNCHANGING)
    return visit.show("terms.html", text=terms, refunds=refunds, seller=seller)


async def show_rules(visit: Visit) -> Response:
    discounts = await visit.ask(count_discounts, CountDiscounts(), "discounts")
    return visit.show("rules.html", discounts=discounts)


async def show_crawler(visit: Visit) -> Response:
    visit.tags.add(UNCHANGING)
    return visit.show("crawler.html")


async def show_agents(visit: Visit) -> Response:
    visit.tags.add(UNCHANGING)
    operations = visit.door.operations
    tools = sorted(name for name, scope in operations.items() if scope == PUBLIC)
    return visit.show("agents.html", clients=connect(visit.site), tools=tools, more=len(operations) - len(tools))


async def show_feeds(visit: Visit) -> Response:
    tree = await visit.ask(list_categories, ListCategories())
    return visit.show("feeds.html", categories=tree.items)
