"""Cards, lists and answers on small pages: what is the name of something, and what only explains or announces it."""

import pytest

from tests.extraction.drafters.small_pages import TEXT, draft, page, value
from tests.extraction.drafters.test_whose_words import OTHER_TEXT

SIX = ("Call log", "Mail desk", "Message trail", "Live chat", "Client file", "Break games")


def plain(names: tuple[str, ...]) -> str:
    return "".join(f'<div class="x"><div>☎</div><div>{name}</div><p>{TEXT}</p></div>' for name in names)


def test_headings_below_plain_cards_tell_more_about_some_of_them() -> None:
    more = "".join(
        f'<section class="feature"><div><div>{name}</div><h3>{claim}</h3><p>{OTHER_TEXT}</p></div></section>'
        for name, claim in (
            ("Call log", "No call gets lost"),
            ("Live chat", "At your side"),
            ("Client file", "At hand"),
        )
    )
    body = f"<section><div><div>Features</div><h2>All that you need</h2></div><div>{plain(SIX)}</div></section>{more}"
    assert value(draft(page(f"<main><h1>Lists for crews</h1>{body}</main>")), "features") == list(SIX)


def test_cards_with_headings_stay_the_features_where_a_plain_row_is_above_the_section() -> None:
    numbers = "".join(f"<div><div>{number}</div><div>crews on board</div></div>" for number in ("20+", "3M", "9"))
    cards = "".join(f"<div><h3>{name}</h3><p>{TEXT}</p></div>" for name in SIX)
    body = f"<section>{numbers}</section><section><h2>Features</h2><div>{cards}</div></section>"
    assert value(draft(page(f"<main><h1>Lists for crews</h1>{body}</main>")), "features") == list(SIX)


KINDS = ("Phones", "Laptops", "Printers")


def listed(names: tuple[str, ...]) -> str:
    items = "<ul><li>new screens and glass</li><li>batteries, sockets</li><li>cleaning inside</li></ul>"
    return "".join(f"<article><div>{name}</div>{items}</article>" for name in names)


def test_of_lists_with_a_title_each_the_titles_are_the_services() -> None:
    body = f"<section><h2>Services</h2><div>{listed(KINDS)}</div></section>"
    assert value(draft(page(f"<main><h1>Repairs in a day</h1>{body}</main>")), "features") == list(KINDS)


def test_the_items_of_one_list_are_the_services() -> None:
    items = "<ul><li>New screens</li><li>New batteries</li><li>Cleaning inside</li></ul>"
    body = f"<section><h2>Services</h2><div><div>Phones</div>{items}</div></section>"
    found = value(draft(page(f"<main><h1>Repairs in a day</h1>{body}</main>")), "features")
    assert found == ["New screens", "New batteries", "Cleaning inside"]


def test_the_label_above_a_heading_is_no_feature() -> None:
    rows = "".join(
        f'<section class="feature"><div><div>0{at}</div><div>{label}</div><h2>{name}</h2><p>{TEXT}</p></div></section>'
        for at, (label, name) in enumerate(
            (("Visualize", "Cost by day"), ("Judge", "Stars by use"), ("Sync", "On all"))
        )
    )
    found = value(draft(page(f"<main><h1>See what you pay</h1>{rows}</main>")), "features")
    assert not {"Visualize", "Judge", "Sync"}.intersection(found or [])


@pytest.mark.parametrize("title", ["In Entwicklung", "In development", "Aktuell verfügbar"])
def test_what_does_not_exist_yet_is_no_feature(title: str) -> None:
    cards = "".join(f"<div><h3>{name}</h3><p>{TEXT}</p></div>" for name in (*SIX[:3], title))
    found = value(draft(page(f"<main><h1>Lists</h1><section><h2>Features</h2>{cards}</section></main>")), "features")
    assert found == list(SIX[:3])


@pytest.mark.parametrize("label", ["Our philosophy", "指導の哲学", "3名の実例"])
def test_what_they_believe_in_and_whom_they_helped_are_no_features(label: str) -> None:
    names = ("Questions first", "Talk to others", "Say it yourself")
    cards = "".join(f"<div><h3>{name}</h3><p>{TEXT}</p></div>" for name in names)
    body = f"<section><span>{label}</span><h2>Who you are comes later</h2><div>{cards}</div></section>"
    assert not value(draft(page(f"<main><h1>Find your words</h1>{body}</main>")), "features")


def accordion(question: str, answer: str) -> str:
    return (
        f'<div class="item"><div class="q">{question}<div class="sign">+</div></div><div class="a">{answer}</div></div>'
    )


def test_a_sign_between_question_and_answer_is_neither() -> None:
    asked = (
        ("Does it sync?", "Yes, it does so every few minutes."),
        ("Is it safe?", "Yes, it stays on your device for good."),
    )
    body = f'<section class="faq"><h2>Got questions?</h2>{"".join(accordion(*one) for one in asked)}</section>'
    faqs = draft(page(f"<main><h1>Lists</h1>{body}</main>")).faqs
    assert [(faq.question, faq.answer) for faq in faqs] == list(asked)


@pytest.mark.parametrize(
    "title", ["How can we help you?", "Size Nasıl Yardımcı Olabiliriz?", "¿Cómo podemos ayudarte?"]
)
def test_an_offer_to_help_is_no_question(title: str) -> None:
    body = (
        f"<h1>FAQ</h1><h2>{title}</h2><p>We sorted what people ask most.</p>"
        "<h2>Does it sync?</h2><p>Yes, every few minutes.</p><h2>Is it safe?</h2><p>Yes, all of it stays with you.</p>"
    )
    found = draft(page("<main><h1>Lists</h1></main>"), page(f"<main>{body}</main>", path="/faq", kind="faq"))
    assert [faq.question for faq in found.faqs] == ["Does it sync?", "Is it safe?"]


def imprint(*lines: str) -> str:
    return f"<main><h1>Impressum</h1><p>{'<br>'.join(lines)}</p></main>"


def place(*lines: str, path: str = "/impressum") -> tuple[object, object]:
    found = draft(
        page("<main><h1>Lists</h1></main>", lang="de"), page(imprint(*lines), path=path, kind="contact", lang="de")
    )
    return value(found, "city"), value(found, "country")


def test_a_person_above_the_country_is_no_town() -> None:
    assert place("Tarnbrook", "Severin Fallecker", "Deutschland") == (None, None)
    assert place("Tarnbrook", "Hafenstraße 5", "24103 Kiel", "Deutschland") == ("Kiel", "DE")


def test_an_address_without_a_known_town_has_a_country() -> None:
    footer = "<footer><h4>Address</h4><p>Portal A-601, Palm Compound, Sheikh Zayed City, Egypt</p></footer>"
    found = draft(page(f"<main><h1>Lists</h1></main>{footer}"))
    assert (value(found, "city"), value(found, "country")) == ("Sheikh Zayed City", "EG")


def test_countries_that_a_shop_delivers_to_are_not_where_it_is() -> None:
    found = draft(page("<main><h1>Lists</h1></main><footer><p>Delivery to France, Spain, Egypt</p></footer>"))
    assert value(found, "country") is None


def test_an_announced_plan_has_no_price_yet() -> None:
    cards = "".join(
        f"<div><h3>{name}</h3><p>For crews</p><div>{price}/month</div></div>"
        for name, price in (("Solo", "$99"), ("Practice", "$299"), ("Chamber Coming Soon", "$699"))
    )
    found = draft(
        page("<main><h1>Lists</h1></main>"),
        page(f"<main><h1>Pricing</h1><div>{cards}</div></main>", path="/pricing", kind="pricing"),
    )
    assert "699" not in value(found, "pricing_summary")


def test_jobs_do_not_describe_the_product() -> None:
    job = "Faça parte do time que está revolucionando o treinamento com tecnologia de ponta, em casa ou no escritório."
    body = f"<main><h1>Listas</h1><section><h2>Explore</h2><div><h3>Carreiras</h3><p>{job}</p></div></section></main>"
    assert job not in (value(draft(page(body, lang="pt")), "description") or "")
