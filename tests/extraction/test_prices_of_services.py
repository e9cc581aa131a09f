"""Prices in lists with leading dots, and on the pages of single services."""

from typing import Any

from showground.extraction.reading.pages import ReadPage
from tests.extraction.drafters.small_pages import draft, page, value

HOME = "<main><h1>Massages by the lake</h1><p>Tarnbrook is a small place.</p><a href=/pricing>Pricing</a></main>"
PLANS = "<div><div>Small</div><div>€3 / month</div></div><div><div>Large</div><div>€8 / month</div></div>"
SERVICE = f"<main><h1>Hosting</h1><p>Tarnbrook keeps your pages online.</p>{PLANS}</main>"


def summary(*others: ReadPage) -> Any:
    return value(draft(page(HOME), *others), "pricing_summary")


def test_a_list_with_dots_between_names_and_prices() -> None:
    listed = "<li>Long massage .... 45 EUR</li><li>Short massage .... 30 EUR</li><li>Feet …… 25 EUR</li>"
    prices = summary(page(f"<main><h3>Prices</h3><ul>{listed}</ul></main>", "/prices", "pricing"))
    assert all(price in prices for price in ("45 EUR", "30 EUR", "25 EUR"))


def test_plans_on_the_page_of_a_service() -> None:
    prices = summary(page(SERVICE, "/services/hosting", "other"))
    assert all(price in prices for price in ("€3", "€8"))


def test_a_page_of_prices_matters_more_than_the_page_of_a_service() -> None:
    pricing = page("<main><h1>Pricing</h1><div><h3>Pro</h3><p>€5 per month</p></div></main>", "/pricing", "pricing")
    assert "€8" not in summary(pricing, page(SERVICE, "/services/hosting", "other"))


def test_plans_in_an_article_or_beside_a_rival_are_not_ours() -> None:
    assert summary(page(SERVICE, "/blog/hosting", "other")) is None
    assert summary(page(SERVICE, "/tarnbrook-vs-waxwing", "other")) is None


def test_a_single_amount_on_another_page_is_no_price() -> None:
    one = "<main><h1>Our walks</h1><div><div>Fares</div><div>€3 / month</div></div></main>"
    assert summary(page(one, "/walks", "other")) is None


def rows(*cells: str) -> str:
    lines = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row.split('|'))}</tr>" for row in cells)
    return f"<table>{lines}</table>"


def test_each_table_is_read_in_its_own_way() -> None:
    paint = rows("Small dent|€147", "Large dent|€198")
    hail = rows("Up to 10|one panel|€1050|€1291", "Up to 20|two panels|€1330|€1635")
    prices = summary(page(f"<main><h1>Prices</h1>{paint}{hail}</main>", "/prices", "pricing"))
    assert all(price in prices for price in ("€147", "€198", "€1050", "€1291", "€1635"))


def test_a_list_of_services_with_one_pass_is_paid_once() -> None:
    listed = rows("Haircut|€25", "Beard|€15", "Colour|€60", "Washing|€10", "Pass|€90 per month")
    drafted = draft(page(HOME), page(f"<main><h1>Prices</h1>{listed}</main>", "/prices", "pricing"))
    assert value(drafted, "pricing_model") == "one-time"


def test_plans_by_the_month_stay_a_subscription() -> None:
    listed = rows("Small|€25 per month", "Large|€15 per month", "Team|€60 per month", "Setup|€10")
    drafted = draft(page(HOME), page(f"<main><h1>Prices</h1>{listed}</main>", "/prices", "pricing"))
    assert value(drafted, "pricing_model") == "subscription"


def test_a_discount_or_the_average_of_the_market_is_no_price() -> None:
    room = "<div><h3>Two people</h3><p>€250 -€30</p></div><div><h3>Three people</h3><p>€310 -€40</p></div>"
    market = "<p>Marktdurchschnitt (pro Sitzung): €400 im Monat</p>"
    prices = summary(page(f"<main><h1>Prices</h1>{room}{market}</main>", "/prices", "pricing"))
    assert "€250" in prices
    assert not any(price in prices for price in ("€30", "€40;", "€400"))


def test_a_long_list_leaves_out_names_with_the_same_price_first() -> None:
    waste = [f"Waste in bins of the kind {number}|€25" for number in range(18)]
    listed = rows(*waste, "Wood|€40", "Rubble|€60")
    prices = summary(page(f"<main><h1>Prices</h1>{listed}</main>", "/prices", "pricing"))
    assert all(price in prices for price in ("€25", "€40", "€60"))
