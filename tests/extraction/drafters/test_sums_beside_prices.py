"""Sums beside a price that are no prices: taxes, postage, instalments, examples, and what others cost."""

import pytest

from tests.extraction.drafters.small_pages import TEXT, draft, page, value


def pricing(body: str, lang: str = "en") -> str | None:
    site = page(f"<h1>Tarnbrook</h1><p>Tarnbrook keeps lists. {TEXT}</p>", lang=lang)
    return value(draft(site, page(f"<h1>Pricing</h1>{body}", "/pricing", "pricing", lang)), "pricing_summary")


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("de", "darin enthaltene MwSt.: 207,40 €"),
        ("de", "zzgl. Versand 49,00 €"),
        ("de", "oder in 24 Monatsraten zu 56,20 €"),
        ("de", "UVP des Vorgängermodells 1.549,00 €"),
        ("sv", "Spara 551 kr om du beställer nu."),
        ("zh", "立减¥131,运费¥12"),
        ("en", "An office of 80 mailboxes pays $120 per month."),
        ("en", "Get Fernwood Pro for $69."),
    ],
)
def test_no_price(lang: str, said: str) -> None:
    assert pricing(f"<p>{said}</p>", lang) is None


@pytest.mark.parametrize(
    ("lang", "said", "price"),
    [
        ("en", "$0.60 per return. No monthly fee.", "$0.60 per return"),
        ("sv", "250 kr i månaden per förening.", "250 kr i månaden"),
        ("da", "89 kr. om måneden per butik.", "89 kr. om måneden"),
        ("ru", "Комплект на одну крышу — 48 000 ₽.", "48 000 ₽"),
        ("ar", "12 دينارًا في الشهر لكل عمارة.", "12 دينارًا في الشهر"),
        ("en", "A licence costs $19.50 and lasts forever.", "$19.50"),
    ],
)
def test_a_price_in_one_sentence(lang: str, said: str, price: str) -> None:
    assert price in (pricing(f"<p>{said}</p>", lang) or "")


def test_what_one_saves_is_a_column_of_its_own() -> None:
    table = (
        "<table><tr><th>Edition</th><th>Price</th><th>You save</th></tr>"
        "<tr><td>Soloist</td><td>$57</td><td>$27</td></tr><tr><td>Ensemble</td><td>$245</td><td>$145</td></tr></table>"
    )
    summary = pricing(table) or ""
    assert "$57" in summary
    assert "$245" in summary
    assert "$27" not in summary


def test_an_example_is_no_price() -> None:
    table = "<h2>Example of a statement</h2><table><tr><td>Lift: $35 per month</td></tr></table>"
    assert pricing(f"<p>$12 per month and house.</p>{table}") == "$12 per month and house."


def test_a_description_names_no_sums() -> None:
    coffee = "A coffee at the bar costs $1.80, and a lesson with a teacher costs $38 in our town these days."
    about = "Tarnbrook keeps the lists of small workshops, and reminds everybody of what is still to be done."
    home = page(f"<h1>Lists for workshops</h1><p>{about}</p><p>{coffee}</p><p>{TEXT}</p>")
    assert value(draft(home), "description") == f"{about}\n\n{TEXT}"


def test_the_address_of_whoever_made_the_site() -> None:
    footer = (
        "<footer><div><b>Ontwerp en bouw van deze site</b><br>Studio Vuurtoren<br>Vismarkt 7, 3511 KR Utrecht</div>"
        "</footer>"
    )
    assert value(draft(page(f"<h1>Tarnbrook</h1><p>{TEXT}</p>{footer}", lang="nl")), "city") is None


def test_another_product_of_the_same_maker() -> None:
    other = "Harbourdesk is the back office for kite schools, with payroll, waivers and sizes in one file."
    about = "Tarnbrook shows the wind at your spot, and turns green when it is safe to go out on the water."
    home = page(f"<h1>Wind at a glance</h1><p>{about}</p><section><h2>Also from us</h2><p>{other}</p></section>")
    assert other not in (value(draft(home), "description") or "")
