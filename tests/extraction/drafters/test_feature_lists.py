"""Lists of features that pages make in other ways: numbered cards, brief cards, lines, and the lists of plans."""

import pytest

from showground.extraction.reading.pages import ReadPage
from tests.extraction.drafters.small_pages import TEXT, draft, page, value

FEATURES = ["Shared lists", "Weekly plan", "Works offline"]


def cards(*titles: str, tag: str = "h3") -> str:
    return "".join(f"<div><{tag}>{title}</{tag}><p>{TEXT}</p></div>" for title in titles)


def on_page(body: str) -> ReadPage:
    return page(f"<main><h1>Lists for crews</h1>{body}</main>")


def test_cards_without_headings_may_be_numbered() -> None:
    rows = "".join(
        f"<div><div>{at:02}</div><div>{name}</div><div>{TEXT}</div></div>" for at, name in enumerate(FEATURES)
    )
    assert value(draft(on_page(f"<section><h2>Features</h2><div>{rows}</div></section>")), "features") == FEATURES


def test_a_name_that_begins_with_a_digit_is_no_statistic() -> None:
    names = ["Painting", "3D alignment", "Tyres", "Brakes"]
    assert value(draft(on_page(f"<section><h2>At our garage</h2>{cards(*names)}</section>")), "features") == names
    counted = "".join(f"<div><h3>{text}</h3><p>{TEXT}</p></div>" for text in ("300 crews", "40+ sites", "2 days"))
    assert value(draft(on_page(f"<section><h2>At our garage</h2>{counted}</section>")), "features") is None


def test_among_cards_with_texts_some_may_be_brief() -> None:
    brief = "<div><h3>Calendar</h3><p>Days, weeks</p></div>"
    found = value(draft(on_page(f"<section><h2>Under the hood</h2>{cards(*FEATURES)}{brief}</section>")), "features")
    assert found == [*FEATURES, "Calendar"]
    alone = "".join(f"<div><h3>{name}</h3><p>In Ghent</p></div>" for name in FEATURES)
    assert value(draft(on_page(f"<section><h2>Under the hood</h2>{alone}</section>")), "features") is None


@pytest.mark.parametrize("label", ["Email", "Opening hours", "Téléphone", "Godziny pracy", "Адрес", "住所"])
def test_what_labels_an_address_is_no_feature(label: str) -> None:
    body = f"<section><h2>Our services</h2>{cards(*FEATURES, label)}</section>"
    assert value(draft(on_page(body)), "features") == FEATURES


@pytest.mark.parametrize(
    "call", ["Termin buchen", "Umów wizytę", "Demander un devis", "Prenota ora", "Заказать звонок"]
)
def test_calls_in_other_languages_are_no_features(call: str) -> None:
    body = f"<section><h2>Our services</h2>{cards(*FEATURES, call)}</section>"
    assert value(draft(on_page(body)), "features") == FEATURES


def test_one_class_for_all_cards_of_a_template() -> None:
    tools = (
        '<section><h2>Built with</h2><div class="feature">'
        + cards("Hub", "Pipeline", "Quality gate")
        + "</div></section>"
    )
    body = f'<section><h2>Features</h2><div class="feature">{cards(*FEATURES)}</div></section>{tools}'
    assert value(draft(on_page(body)), "features") == FEATURES


def test_lines_below_what_announces_them() -> None:
    lines = "".join(f"<p>{name}</p>" for name in FEATURES)
    body = f"<section><h2>After the visit</h2><div><p>We offer:</p>{lines}</div></section>"
    assert value(draft(on_page(body)), "features") == FEATURES


def test_the_services_page_may_have_no_large_heading() -> None:
    services = (
        f"<main><h3>Services</h3><section><h3>Our trusted services</h3>{cards(*FEATURES, tag='h5')}</section></main>"
    )
    home = page("<main><h1>Lists for crews</h1><p>We plan.</p><a href=/offers.html>Services</a></main>")
    offers = page(services, "/offers.html", "other")
    assert value(draft(home, offers), "features") == FEATURES


def plan(name: str, price: str, *items: str) -> str:
    return f"<div><h3>{name}</h3><p>{price}</p><ul>{''.join(f'<li>{item}</li>' for item in items)}</ul></div>"


def test_the_lists_of_plans_tell_the_features_if_nothing_else_does() -> None:
    plans = plan("Small", "$9 per month", "Shared lists", "30 photos", "Weekly plan")
    plans += plan("Large", "$19 per month", "Everything in Small", "Up to 9 crews", "Works offline")
    plans += plan("Huge", "Coming soon", "Own servers", "Night shifts")
    body = f'<section class="pricing"><h2>Pricing</h2><div>{plans}</div></section>'
    assert value(draft(on_page(body)), "features") == FEATURES
    terms = '<section class="pricing"><h2>Pricing</h2><div><p>$9 per month</p></div><div><h3>Notes</h3><ul>'
    terms += (
        "".join(f"<li>{line}</li>" for line in ("Valid in Ghent", "Fuel not included", "Cash only"))
        + "</ul></div></section>"
    )
    assert value(draft(on_page(terms)), "features") is None


def test_what_a_plan_lacks_is_no_feature() -> None:
    plans = plan("Small", "Free", "✓ Shared lists", "✓ Weekly plan", "– Night shifts", "❌ Own servers")
    plans += plan("Large", "$19 per month", "✓ Shared lists", "✓ Works offline")
    body = f'<section class="pricing"><h2>Pricing</h2><div>{plans}</div></section>'
    assert value(draft(on_page(body)), "features") == FEATURES


@pytest.mark.parametrize("lacking", ["No night shifts", "Geen foto's", "Ohne Export", "Sans support", "写真なし"])
def test_a_plan_may_say_in_words_what_it_lacks(lacking: str) -> None:
    plans = plan("Small", "Free", *FEATURES[:2], lacking) + plan("Large", "$19 per month", FEATURES[2], "✓ No ads")
    body = f'<section class="pricing"><h2>Pricing</h2><div>{plans}</div></section>'
    assert value(draft(on_page(body)), "features") == [*FEATURES, "No ads"]


@pytest.mark.parametrize("price", ["On request", "Consulte-nos", "Auf Anfrage", "Sur devis"])
def test_plans_may_name_no_price(price: str) -> None:
    plans = plan("Small", price, *FEATURES[:2]) + plan("Large", price, *FEATURES[2:])
    body = f'<section class="pricing"><h2>Plans</h2><div>{plans}</div></section>'
    assert value(draft(on_page(body)), "features") == FEATURES
