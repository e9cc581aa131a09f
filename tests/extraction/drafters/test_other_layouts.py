"""Small pages in other layouts and languages: what people see decides, and what belongs to others stays out."""

import json
from typing import Any

import pytest

from showground.extraction.proposal import Proposal
from tests.extraction.drafters.small_pages import TEXT, draft, page, value

COMPANY = {
    "@type": "Organization",
    "name": "Tarnbrook",
    "foundingDate": "2017",
    "email": "hello@tarnbrook.test",
    "address": {"addressLocality": "Ghent", "addressCountry": "BE"},
    "sameAs": ["https://x.com/tarnbrook"],
}
QUESTIONS = {
    "@type": "FAQPage",
    "mainEntity": [{"name": "Does it sync?", "acceptedAnswer": {"text": "Yes, every few minutes."}}],
}


def structured(*nodes: dict[str, Any]) -> str:
    return "".join(f'<script type="application/ld+json">{json.dumps(node)}</script>' for node in nodes)


def test_what_only_structured_data_says_is_drafted_and_marked() -> None:
    found = draft(page("<main><h1>Lists for small crews</h1></main>", head=structured(COMPANY, QUESTIONS)))
    fields = ("founded_year", "contact_email", "city", "country")
    assert [str(value(found, field)) for field in fields] == ["2017", "hello@tarnbrook.test", "Ghent", "BE"]
    quotes = [quote for field in fields for quote in found.fields[field].quotes]
    quotes += [quote for faq in found.faqs for quote in faq.quotes]
    assert {quote.source for quote in quotes} == {"structured_data"}
    assert "x" in found.company_socials


def test_structured_data_counts_where_the_page_shows_the_same() -> None:
    shown = (
        "<main><h1>Lists for small crews</h1><p>Does it sync?</p><p>Yes, every few minutes.</p></main><footer>"
        "<p>Ghent, Belgium. hello@tarnbrook.test</p><a href='https://x.com/tarnbrook'>X</a></footer>"
    )
    found = draft(page(shown, head=structured(COMPANY, QUESTIONS)))
    assert (value(found, "city"), value(found, "country")) == ("Ghent", "BE")
    assert [faq.question for faq in found.faqs] == ["Does it sync?"]
    assert "x" in found.company_socials


@pytest.mark.parametrize(
    ("footer", "country"),
    [
        ("Tarnbrook UG · HRB 746284", "DE"),
        ("USt-IdNr.: DE362667647", "DE"),
        ("Tarnbrook BV, KvK 12345678", "NL"),
        ("Tarnbrook SAS, SIRET 123 456 789 00012", "FR"),
        ("Tarnbrook Sp. z o.o., NIP: 5273026432", "PL"),
        ("ООО «Тарнбрук», ИНН 7701234567", "RU"),
        ("Website by Pixelhof GmbH, HRB 746284", None),
        ("Version DE 12 of 2024", None),
    ],
)
def test_a_register_tells_the_country(footer: str, country: str | None) -> None:
    found = draft(page(f"<main><h1>Lists for small crews</h1></main><footer><p>{footer}</p></footer>"))
    assert value(found, "country") == country


@pytest.mark.parametrize(
    ("text", "lang", "year"),
    [
        ("Tarnbrook is an independent studio born in 2021 from a challenge.", "en", "2021"),
        ("Tarnbrook Design e Marketing, é uma agência fundada em 2020, por duas amigas.", "pt", "2020"),
        ("We started in the year 2009 with one truck.", "en", "2009"),
        ("Tarnbrook is a partner of Holloway Ltd, founded in 1987.", "en", None),
    ],
)
def test_years_after_what_the_company_is(text: str, lang: str, year: str | None) -> None:
    about = page(f"<main><h1>About</h1><p>{text}</p></main>", "/about", "about", lang)
    assert value(draft(page("<main><h1>Tarnbrook</h1></main>", lang=lang), about), "founded_year") == year


@pytest.mark.parametrize(
    ("body", "lang", "city"),
    [
        ("<h4>ul. Lipowa 7</h4><h4>40-039 KATOWICE</h4>", "pl", "KATOWICE"),
        ("<div>12, Lake Road, Shankar Nagar,</div><div>Raipur – 492007 (C.G.)</div>", "en", "Raipur"),
        ("<p>King Fahd Road, Al Khobar 34436</p>", "en", "Al Khobar"),
        ("<h2>Hébergement</h2><p>GitHub Inc.<br>88 Colin P Kelly Jr St<br>San Francisco, CA 94107</p>", "fr", None),
    ],
)
def test_addresses_on_a_contact_page(body: str, lang: str, city: str | None) -> None:
    contact = page(f"<main><h1>Contact</h1>{body}</main>", "/contact", "contact", lang)
    assert value(draft(page("<main><h1>Tarnbrook</h1></main>", lang=lang), contact), "city") == city


HOME = "<main><h1>Courses for careful drivers</h1><a href='/prices'>Prices</a></main>"


def with_prices(body: str, lang: str = "en", home: str = HOME) -> Proposal:
    """The draft of a site with a home page, a page of prices and a third one."""
    prices = page(f"<main><h1>Prices</h1>{body}</main>", "/prices", "pricing", lang)
    return draft(page(home, lang=lang), prices, page("<main><h1>News</h1></main>", "/news", "other", lang))


def test_courses_that_last_months_are_paid_once() -> None:
    found = with_prices(
        "<h4>Kurs podstawowy:</h4><h5>CENA: 1400* zł zamiast 1600 zł</h5><p>3 miesiące (czas trwania)</p>"
        "<h4>Kurs szybki:</h4><h5>CENA: 1800* zł zamiast 2100 zł</h5><p>1 miesiąc (czas trwania)</p>",
        "pl",
    )
    assert value(found, "pricing_model") == "one-time"
    assert value(found, "pricing_summary") == "Kurs podstawowy: 1400* zł; Kurs szybki: 1800* zł"


def test_prices_for_several_months() -> None:
    found = with_prices(
        "<div><h3>Stratus</h3><div>$2000+/6 months</div></div><div><h3>Nimbus</h3><div>$3800+/1 year</div></div>"
    )
    assert value(found, "pricing_summary") == "Stratus: $2000+/6 months; Nimbus: $3800+/1 year"
    assert value(found, "pricing_model") == "subscription"


def test_deposits_are_no_prices() -> None:
    found = with_prices(
        "<h2>Day rates</h2><table><tr><th>Van</th><th>Price</th></tr><tr><td>Small van</td><td>€ 80</td></tr>"
        "<tr><td>Large van</td><td>€ 95</td></tr></table><h2>Deposit</h2><table><tr><th>Where</th><th>Sum</th></tr>"
        "<tr><td>At home</td><td>€ 1000</td></tr><tr><td>Abroad</td><td>€ 1500</td></tr></table>"
    )
    assert "1000" not in (value(found, "pricing_summary") or "")


def test_prices_that_no_page_links_to_are_a_templates() -> None:
    plans = "<div><h3>Basic</h3><div>$99</div></div><div><h3>Premium</h3><div>$199</div></div>"
    assert value(with_prices(plans), "pricing_summary")
    assert (
        value(with_prices(plans, home="<main><h1>Courses for careful drivers</h1></main>"), "pricing_summary") is None
    )


def test_free_beside_plans_that_a_script_fills_in() -> None:
    found = with_prices("<h3>Free for everyone, teacher or parent.</h3><p>All paid plans are billed in USD.</p>")
    assert value(found, "pricing_model") is None


def cards(*titles: str, tag: str = "h3") -> str:
    return "".join(f"<div><{tag}>{title}</{tag}><p>{TEXT}</p></div>" for title in titles)


SPECIALITIES = ("Soil surveys: what grows where, and why", "Drainage: where the water goes after a storm")
LARGE = ["Deep caves", "Slow boats", "Long nights"]
LARGE_CARDS = cards(*LARGE, tag="h2")


@pytest.mark.parametrize(
    ("body", "features"),
    [
        (f"<p>We specialise in:</p><ul><li>{'</li><li>'.join(SPECIALITIES)}</li></ul>", ["Soil surveys", "Drainage"]),
        (
            "<p>Ofrecemos:</p><p>Planos de riego<br>Podas de invierno<br>Cuidado del suelo</p>",
            ["Planos de riego", "Podas de invierno", "Cuidado del suelo"],
        ),
        (f"<section>{LARGE_CARDS}</section><section><h2>Never leave the lamp.</h2><p>{TEXT}</p></section>", LARGE),
        (f"<h2>Sound familiar?</h2>{cards('Lost lists', 'Late calls', 'Wet boots')}", []),
        (f"<h2>Explore</h2>{cards('Our services', 'Success stories', 'Plans and dates')}", []),
    ],
)
def test_features_by_their_shape(body: str, features: list[str]) -> None:
    found = value(draft(page(f"<main><h1>Tarnbrook</h1>{body}</main>")), "features")
    assert (found or []) == features


@pytest.mark.parametrize(
    ("body", "tagline"),
    [
        ("<h1>Clean flats in Warsaw from 160 zł</h1>", "Clean flats in Warsaw from 160 zł"),
        ("<div>25 +</div><div>Years in the business</div><p>Short line</p>", None),
        ("<h2>Tarnbrook</h2><h4>im Haus der alten Schule am Markt</h4>", "im Haus der alten Schule am Markt"),
        ("<h2>Tarnbrook</h2><p>Dominik Drozdz</p>", None),
    ],
)
def test_taglines(body: str, tagline: str | None) -> None:
    lang = "de" if "Haus" in body else "en"
    found = value(draft(page(f"<main>{body}</main>", lang=lang)), "tagline")
    assert found == (None if lang == "de" else tagline)


def test_terms_are_no_description() -> None:
    what = "Tarnbrook keeps the lists of small crews in one place, so that nobody buys the same paint twice."
    terms = "Refund anytime within 7 days of your purchase, no questions asked, and cancel whenever you like."
    found = value(draft(page(f"<main><h1>Lists for crews</h1><p>{what}</p><p>{terms}</p></main>")), "description")
    assert found == what


def test_a_line_that_was_not_translated_is_no_summary() -> None:
    said = "Tarnbrook ile işletmenizin menüsünü birkaç dakikada hazırlayın ve paylaşın."
    english = '<meta name="description" content="Tarnbrook | Digital menu and simplicity for your restaurant">'
    found = draft(page(f"<main><h1>Dijital menü sistemi</h1><p>{said}</p></main>", lang="tr", head=english))
    assert value(found, "short_description") == said


@pytest.mark.parametrize(
    ("body", "lang", "category"),
    [
        ("<h1>Schoonmaak voor kantoren</h1><p>Elke week schoonmaak.</p><p>Ook voor grote schoonmaak.</p>", "nl",
         "Travel and Local Life"),
        ("<h1>Sprzątanie mieszkań w Radomiu</h1><p>Sprzątanie po remoncie i na co dzień.</p>", "pl",
         "Travel and Local Life"),
        ("<h1>Alles für dein Pferd</h1><p>Pferde, Termine und Futter im Blick.</p>", "de", "Farming"),
    ],
)  # fmt: skip
def test_categories_in_other_languages(body: str, lang: str, category: str) -> None:
    assert category in (value(draft(page(f"<main>{body}</main>", lang=lang)), "categories") or [])
