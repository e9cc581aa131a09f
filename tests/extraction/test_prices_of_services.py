"""Prices in lists with leading dots, and on the pages of single services."""

from typing import Any

import pytest

from showground.extraction.reading.pages import ReadPage
from showground.extraction.statements.money import find_prices, is_current_price
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
    hail = rows("Up to 10|€1050|€1291", "Up to 20|€1330|€1635")
    prices = summary(page(f"<main><h1>Prices</h1>{paint}{hail}</main>", "/prices", "pricing"))
    assert all(price in prices for price in ("€147", "€198", "€1050", "€1291", "€1635"))


def heads(*names: str) -> str:
    return f"<tr>{''.join(f'<th>{name}</th>' for name in names)}</tr>"


def pricing(body: str) -> ReadPage:
    return page(f"<main><h1>Prices</h1>{body}</main>", "/prices", "pricing")


PLAN_TABLE = rows("Explorer|€9", "Builder|€29", "Crew|€59", "Fleet|€99")
CARDS = "".join(
    f"<div><h3>{name}</h3><p>{price}</p></div>"
    for name, price in (("Explorer", "€9"), ("Builder", "€29"), ("Crew", "€59"), ("Fleet", "€99"))
)


@pytest.mark.parametrize("plans", [PLAN_TABLE, CARDS])
@pytest.mark.parametrize(
    "line",
    ["All prices are per month.", "Prices per month, excl. VAT", "Prices per hour.", "Prices per user and month"],
)
def test_a_period_that_stands_once_above_all_plans_counts_for_all(plans: str, line: str) -> None:
    assert value(draft(page(HOME), pricing(f"<p>{line}</p>{plans}")), "pricing_model") != "one-time"


def test_a_period_at_the_first_plan_only_counts_for_all() -> None:
    listed = rows("Explorer|€9 per month", "Builder|€29", "Crew|€59", "Fleet|€99")
    assert value(draft(page(HOME), pricing(listed)), "pricing_model") != "one-time"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<ul><li>Haircut -€25</li><li>Beard -€15</li></ul>", ["€25", "€15"]),
        (rows("Haircut|-€25", "Beard|-€15"), ["€25", "€15"]),
        ("<div><h3>Pro</h3><p>from €9 -€19 per month</p></div>", ["€9", "€19"]),
    ],
)
def test_a_dash_before_a_price_is_no_discount(body: str, expected: list[str]) -> None:
    prices = summary(pricing(body))
    assert all(price in prices for price in expected)


def test_a_smaller_amount_after_a_minus_is_taken_off() -> None:
    text = "250 zł -30 zł"
    first, second = find_prices(text)
    assert is_current_price(text, first)
    assert not is_current_price(text, second)


def test_in_media_is_english_too() -> None:
    line = "<p>Track your brand in media and social for $49 per month.</p>"
    assert "$49" in summary(pricing(line))


def test_a_column_of_free_things_is_no_description() -> None:
    body = rows("Price|Free|$10|$20", "Extra seat|–|$5|$4").replace(
        "<table>", "<table>" + heads("", "Free", "Pro", "Business")
    )
    assert "Pro: $10; Business: $20" in summary(pricing(body))


def test_a_table_of_reasons_has_no_plans() -> None:
    plans = rows("Small|€10 per month", "Large|€20 per month")
    reasons = rows("A mid-sized agency pays for its old tools|€900", "What three developers cost you in a day|€1,200")
    prices = summary(pricing(f"{plans}<h2>Why it pays</h2>{reasons}"))
    assert "€10" in prices
    assert not any(amount in prices for amount in ("€900", "€1,200"))


def test_a_discount_or_the_average_of_the_market_is_no_price() -> None:
    room = "<div><h3>Two people</h3><p>€250 -€30</p></div><div><h3>Three people</h3><p>€310 -€40</p></div>"
    market = "<p>Marktdurchschnitt (pro Sitzung): €400 im Monat</p>"
    prices = summary(page(f"<main><h1>Prices</h1>{room}{market}</main>", "/prices", "pricing"))
    assert "€250" in prices
    assert not any(price in prices for price in ("€30", "€40;", "€400"))


def test_a_long_list_leaves_out_names_with_the_same_price_first() -> None:
    waste = [f"Wastepaper in containers {number}|€25" for number in range(18)]
    listed = rows(*waste, "Wood|€40", "Rubble|€60")
    prices = summary(page(f"<main><h1>Prices</h1>{listed}</main>", "/prices", "pricing"))
    assert all(price in prices for price in ("€25", "€40", "€60"))


def test_all_plans_stay_if_their_short_form_fits() -> None:
    services = [f"Treatment {number}|€{30 + number // 2}|€{60 + number // 2}" for number in range(8)]
    body = rows(*services).replace(
        "<table>", "<table>" + heads("", "short appointment at home", "long appointment at home")
    )
    prices = summary(pricing(body))
    assert all(f"Treatment {number}:" in prices for number in range(8))


def test_the_same_amount_in_two_currencies_are_two_prices() -> None:
    waste = [f"Wastepaper in containers {number}|€25" for number in range(18)]
    listed = rows(*waste, "Wood|$25", "Rubble|€60")
    prices = summary(pricing(listed))
    assert all(price in prices for price in ("€25", "$25", "€60"))
