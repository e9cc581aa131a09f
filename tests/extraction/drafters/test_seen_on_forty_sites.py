"""What 40 more real sites showed: terms of a shop, stories of customers, slides, and profiles of web designers."""

import pytest

from showground.extraction.drafters.extractive.calls_to_action import is_closing_question
from showground.extraction.reading.addresses import kind_of, same_site
from tests.extraction.drafters.small_pages import TEXT, draft, page, value

FEATURES = ["Shared lists", "Offline maps", "Quick notes"]


def cards(*titles: str) -> str:
    return "".join(f"<div><h3>{title}</h3><p>{TEXT}</p></div>" for title in titles)


@pytest.mark.parametrize(
    "titles", [("Shipping", "Returns", "Payment methods"), ("Versandkosten", "Zahlung"), ("配送について", "送料")]
)
def test_terms_of_a_shop_are_no_features(titles: tuple[str, ...]) -> None:
    site = page(f"<h1>Tarnbrook</h1><h2>Good to know</h2>{cards(*titles, *FEATURES)}")
    assert value(draft(site), "features") == FEATURES


def test_one_such_title_may_be_what_the_product_does() -> None:
    site = page(f"<h1>Tarnbrook</h1><h2>Features</h2>{cards('Returns', *FEATURES)}")
    assert value(draft(site), "features") == ["Returns", *FEATURES]


@pytest.mark.parametrize(("before", "after"), [("Before Tarnbrook", "After Tarnbrook"), ("Vorher", "Mit Tarnbrook")])
def test_what_happened_to_a_customer_is_no_feature(before: str, after: str) -> None:
    story = (
        f"<h2>What we do</h2><div><p>{before}</p><ul><li>Orders piled up on the desk</li><li>Two people left</li></ul>"
        f"</div><div><p>{after}</p><ul><li>42% more orders in spring</li><li>Running after ten days</li></ul></div>"
    )
    site = page(f"<h1>Tarnbrook</h1>{story}<section class=features><h2>Features</h2>{cards(*FEATURES)}</section>")
    assert value(draft(site), "features") == FEATURES


@pytest.mark.parametrize("title", ["Version 2 is here", "First public release", "Prima release pubblica"])
def test_news_among_cards_that_a_class_calls_features(title: str) -> None:
    site = page(f"<h1>Tarnbrook</h1><div class=features>{cards(title, *FEATURES)}</div>")
    assert value(draft(site), "features") == FEATURES


@pytest.mark.parametrize("title", ["Funzionalità", "Pacchetti e Servizi", "Products and services"])
def test_cards_that_lead_to_other_pages_of_the_site_are_no_features(title: str) -> None:
    site = page(f"<h1>Tarnbrook</h1><h2>Features</h2>{cards(title, *FEATURES)}")
    assert value(draft(site), "features") == FEATURES


@pytest.mark.parametrize("item", ["Başlangıç paketteki her şey", "所有社区版功能", "Kaikki Lite-paketin ominaisuudet"])
def test_all_that_another_plan_has_is_no_feature(item: str) -> None:
    items = "".join(f"<li>{text}</li>" for text in (item, *FEATURES))
    plan = f"<div><h3>Pro</h3><p>$12/mo</p><ul>{items}</ul></div>"
    prices = page(f"<h1>Pricing</h1><section class=pricing>{plan}</section>", "/pricing", "pricing")
    assert value(draft(page("<h1>Tarnbrook</h1>"), prices), "features") == FEATURES


def test_features_below_the_logos_of_customers_are_features() -> None:
    site = page(
        "<h1>Tarnbrook</h1><section><h2>Trusted by engineers at</h2><p>Harrow</p></section><section class=features>"
        f"{cards('Shared lists', 'Offline maps', 'OpenTelemetry native')}</section>"
    )
    assert value(draft(site), "features") == ["Shared lists", "Offline maps", "OpenTelemetry native"]


def test_cards_whose_title_is_a_bold_line() -> None:
    rows = "".join(f"<div><b>{title}</b><p>{TEXT}</p></div>" for title in FEATURES)
    site = page(f"<h1>Tarnbrook</h1><section><h2>Main features</h2><div>{rows}</div></section>")
    assert value(draft(site), "features") == FEATURES


def test_one_of_several_slides_is_no_tagline() -> None:
    slides = "".join(
        f"<div><div><h1>{title}</h1><p>{TEXT}</p></div></div>" for title in ("Stop smoking with us", "Tests for pets")
    )
    site = page(f"<div>{slides}</div>", title="Tarnbrook - Practice for gentle care")
    assert value(draft(site), "tagline") == "Practice for gentle care"


def test_the_text_of_a_box_is_no_tagline() -> None:
    boxes = "".join(f"<div><div>{title}</div><p>{text}</p></div>" for title, text in (
        ("Spend less?", "With low costs for upkeep, you save money every year."),
        ("No room?", "What is below the ground needs no room above it."),
        ("Clean", "It gives off nothing that harms the air."),
    ))  # fmt: skip
    site = page(f"<div>{boxes}</div>", title="Tarnbrook - Heat from the ground")
    assert value(draft(site), "tagline") == "Heat from the ground"


def test_profiles_of_whoever_built_the_website_are_not_the_products() -> None:
    footer = '<footer><a href="https://www.instagram.com/harrow_digital/">Instagram</a></footer>'
    told = "<p>This sample site was built by Dana at Harrow Digital. Ready in a few days.</p>"
    assert "instagram" in draft(page(f"<h1>Tarnbrook</h1>{footer}")).company_socials
    assert "instagram" not in draft(page(f"<h1>Tarnbrook</h1>{told}{footer}")).company_socials


@pytest.mark.parametrize("handle", ["your-discord-link", "DEIN_INSTAGRAM", "tu.cuenta"])
def test_profiles_that_were_to_be_filled_in(handle: str) -> None:
    site = page(f'<h1>Tarnbrook</h1><footer><a href="https://www.instagram.com/{handle}">Follow us</a></footer>')
    assert draft(site).company_socials == {}


def test_the_address_of_a_template_is_no_address() -> None:
    contact = "<h1>Contact</h1><p>123, Western Road,<br>Melbourne Australia</p>"
    drafted = draft(page("<h1>Tarnbrook</h1>"), page(contact, "/contact", "contact"))
    assert value(drafted, "city") is None
    assert value(drafted, "country") is None


@pytest.mark.parametrize(
    "body", ["<p>We ship everything from our Sydney HQ.</p>", "<footer><h4>Sydney HQ</h4><p>Open daily</p></footer>"]
)
def test_the_town_of_the_head_office(body: str) -> None:
    assert value(draft(page(f"<h1>Tarnbrook</h1>{body}")), "city") == "Sydney"


@pytest.mark.parametrize(
    ("lang", "told", "year"),
    [
        ("de", "Unser Café wurde 1997 eröffnet.", "1997"),
        ("en", "Tarnbrook opened its doors in 1987.", "1987"),
        ("fr", "Notre salon a ouvert ses portes en mars 2011.", "2011"),
        ("pl", "Działamy od 2010 roku.", "2010"),
        ("de", "Unsere zweite Filiale wurde 2015 eröffnet.", None),
    ],
)
def test_the_year_in_which_a_place_was_opened(lang: str, told: str, year: str | None) -> None:
    about = page(f"<h1>Tarnbrook</h1><p>{told}</p>", "/about", "about", lang)
    assert value(draft(page("<h1>Tarnbrook</h1>", lang=lang), about), "founded_year") == year


def test_answers_that_a_page_builder_folds_into_a_menu_element() -> None:
    asked = "".join(
        f"<div class=dropdown><div>{question}</div><nav class=dropdown-list><p>{TEXT}</p></nav></div>"
        for question in ("How do I book?", "Which areas do you serve?", "Do you take all breeds?")
    )
    drafted = draft(page(f"<h1>Tarnbrook</h1><section class=faq><h2>Frequently asked questions</h2>{asked}</section>"))
    assert [faq.question for faq in drafted.faqs] == [
        "How do I book?", "Which areas do you serve?", "Do you take all breeds?"
    ]  # fmt: skip


@pytest.mark.parametrize("question", ["Klar til at komme i gang?", "Prêt à démarrer ?", "Pronti a partire?"])
def test_questions_that_call_to_action(question: str) -> None:
    assert is_closing_question(question)


@pytest.mark.parametrize(
    ("path", "kind"),
    [("/hinnasto.html", "pricing"), ("/arak.html", "pricing"), ("/palvelut", "features"), ("/ukk.html", "faq"),
     ("/yhteystiedot.html", "contact"), ("/rolunk", "about")],
)  # fmt: skip
def test_kinds_of_pages_in_more_languages(path: str, kind: str) -> None:
    assert kind_of(f"https://tarnbrook.test{path}", "") == kind


def test_a_link_without_a_real_port_is_no_link_to_the_site() -> None:
    """Documentation has such addresses: they must not end the draft."""
    assert not same_site("http://tarnbrook.test:PORT/", "https://tarnbrook.test/")


def test_titles_of_the_parts_of_a_paper_are_no_features() -> None:
    site = page(f"<h1>Tarnbrook</h1><h2>Features</h2>{cards('Abstract', 'Tarnbrook Summary', *FEATURES)}")
    assert value(draft(site), "features") == FEATURES


def test_cards_beside_a_question_in_quotation_marks_are_complaints() -> None:
    row = cards(
        "The list is in the drawer", "“Where did we stop last time?”", "The phone rings all day", "A day is lost"
    )
    assert value(draft(page(f"<h1>Tarnbrook</h1><h2>Everyday life</h2>{row}")), "features") is None


def test_a_gift_under_a_condition_is_no_tagline() -> None:
    site = page(
        "<h2>If you rent six games, you get a seventh for free</h2><h2>Fun for young and old in every garden</h2>"
    )
    assert value(draft(site), "tagline") == "Fun for young and old in every garden"


def test_a_software_house_is_no_founder() -> None:
    told = "<p>Tarnbrook was created by Harrow System, a software house in the north.</p>"
    assert draft(page(f"<h1>Tarnbrook</h1>{told}", "/about", "about")).founders == []


def test_a_list_under_what_you_get_in_another_language() -> None:
    items = "".join(f"<li>{item}</li>" for item in ("Saját adatbázis", "Heti jelentések", "Gyors válaszok"))
    site = page(f"<h1>Tarnbrook</h1><h2>Amit kapsz</h2><ul>{items}</ul>", lang="hu")
    assert value(draft(site), "features") == ["Saját adatbázis", "Heti jelentések", "Gyors válaszok"]


def test_where_a_company_is_is_no_tagline() -> None:
    site = page("<p>Studio</p>", title="Tarnbrook | Dar es Salaam, Tanzania", head="<meta name=description content=''>")
    assert value(draft(site), "tagline") is None


def test_the_name_of_a_product_is_no_word_for_its_category() -> None:
    told = "<h1>Tasks and deadlines for a small team</h1><p>Vector plans every project and every task of the week.</p>"
    site = page(told, title="Vector: project management", host="vector.test")
    assert "Illustration and Photo" not in (value(draft(site), "categories") or [])
