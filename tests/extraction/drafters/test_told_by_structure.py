"""What the shape of a page tells: troubles and features, rows of cards, makers, places and old prices."""

import pytest

from showground.extraction.reading.markup import read_markup
from tests.drafting.labelled import NOW
from tests.extraction.drafters.small_pages import TEXT, draft, page, value


def cards(*titles: str, tag: str = "h3") -> str:
    return "".join(f"<div><{tag}>{title}</{tag}><p>{TEXT}</p></div>" for title in titles)


FEATURES = ["Shared lists", "Weekly plan", "Works offline"]
TROUBLES = ["Lost orders", "Late trucks", "Angry crews"]


@pytest.mark.parametrize(
    "heading",
    ["Sound familiar?", "The challenges of today", "Die Risiken im Alltag", "Les problèmes du quotidien",
     "Знакомые проблемы", "こんなお悩みありませんか？", "هل تواجه هذا؟"],
)  # fmt: skip
def test_troubles_of_the_reader_are_no_features(heading: str) -> None:
    body = f"<main><h1>Lists for crews</h1><section><h2>{heading}</h2>{cards(*TROUBLES)}</section>"
    body += f"<section><h2>Features</h2>{cards(*FEATURES)}</section></main>"
    assert value(draft(page(body)), "features") == FEATURES


def test_a_class_a_quotation_and_what_fails_tell_troubles() -> None:
    features = f"<section><h2>Features</h2>{cards(*FEATURES)}</section>"
    for troubles in (
        f'<section class="pain-points"><h2>A day on site</h2>{cards(*TROUBLES)}</section>',
        f"<section><h2>A day on site</h2>{cards('“Where is it?”', '„Wer war das?“', '「どこ」')}</section>",
        f"<section><h2>Heute</h2>{cards('Kunden kommen nicht', 'Werbung bringt keine Gäste', 'Papier')}</section>",
    ):
        assert value(draft(page(f"<main><h1>Lists for crews</h1>{troubles}{features}</main>")), "features") == FEATURES


def test_a_heading_that_solves_problems_is_over_features() -> None:
    for name in ("work", "problem-grid"):
        body = f'<section class="{name}"><h2>We solve hard problems</h2>{cards(*FEATURES)}</section>'
        assert value(draft(page(f"<main><h1>Lists for crews</h1>{body}</main>")), "features") == FEATURES


def test_a_list_of_what_is_not_offered_is_no_list_of_features() -> None:
    body = f"<main><h1>Pipes</h1><h2>Our services</h2>{cards(*FEATURES)}"
    body += "<h3>We do not offer these services:</h3><ul><li>Gas bottles</li><li>Boiler repair</li></ul></main>"
    assert value(draft(page(body)), "features") == FEATURES


def test_what_is_above_the_headline_does_not_make_the_whole_page_features() -> None:
    body = (
        f"<main><div><p>Planning service</p><h1>Lists for crews</h1></div><section><h2>Why now?</h2>{cards(*TROUBLES)}"
    )
    body += f"</section><section><p>Service</p><h2>Four things we bring</h2>{cards(*FEATURES)}</section></main>"
    assert value(draft(page(body)), "features") == FEATURES


def test_cards_under_a_label_and_cards_as_large_as_their_title() -> None:
    label = f"<main><h1>Lists for crews</h1><section><p>Under the hood</p>{cards(*FEATURES)}</section></main>"
    assert value(draft(page(label)), "features") == FEATURES
    large = f"<section><h2>Терапије</h2>{cards('Ваздух', 'Звук', 'Вибрације', tag='h2')}</section>"
    large = f"<main><h1>Lists for crews</h1>{large}</main>"
    assert value(draft(page(large, lang="sr")), "features") == ["Ваздух", "Звук", "Вибрације"]


def test_lines_of_a_feature_list_whatever_they_are_made_of() -> None:
    lines = "".join(f"<div>{line}</div>" for line in FEATURES)
    body = (
        f'<main><h1>Lists for crews</h1><section><h2>Voordelen</h2><div class="benefits">{lines}</div></section></main>'
    )
    assert value(draft(page(body, lang="nl")), "features") == FEATURES
    signed = "<br>".join(f"⭐ {line}" for line in (*FEATURES, "Prints nicely"))
    body = f"<main><h1>Lists for crews</h1><p>{signed}</p><p>Get started</p></main>"
    assert value(draft(page(body)), "features") == [*FEATURES, "Prints nicely"]


def test_what_several_cards_list_and_columns_of_a_table_are_no_features() -> None:
    products = "".join(
        f'<div><b>{name}</b><div class="features"><div>Fast {name}</div><div>Small {name}</div>'
        f"<div>Calm {name}</div></div></div>"
        for name in ("Alba", "Brio")
    )
    assert value(draft(page(f"<main><h1>Lists for crews</h1>{products}</main>")), "features") is None


def test_statistics_above_titles_are_no_features() -> None:
    numbers = "".join(f"<div><p>Reach 10K+</p><h3>{title}</h3><p>{TEXT}</p></div>" for title in FEATURES)
    body = f"<main><h1>Lists for crews</h1><section><h2>Our network</h2>{numbers}</section></main>"
    assert value(draft(page(body)), "features") is None


def test_labels_with_a_year_are_about_finished_works_and_long_rows_without_a_title_are_catalogues() -> None:
    works = "".join(f"<div><p>Retail · 2026</p><h3>{title}</h3><p>{TEXT}</p></div>" for title in FEATURES)
    assert (
        value(draft(page(f"<main><h1>Lists</h1><section><h2>A year</h2>{works}</section></main>")), "features") is None
    )
    spices = cards(*(f"Spice {letter}" for letter in "ABCDEFGHIJKLMNOPQR"), tag="h4")
    assert value(draft(page(f"<main><section>{spices}</section></main>")), "features") is None


def test_the_header_of_a_section_and_the_footer_of_a_card_are_no_parts_of_the_page() -> None:
    body = f"<main><h1>Lists</h1><section><header><h2>Features</h2></header>{cards(*FEATURES)}</section></main>"
    assert value(draft(page(body)), "features") == FEATURES
    plans = "".join(
        f"<article><h3>{name}</h3><p>{TEXT}</p><footer>${price} / month</footer></article>"
        for name, price in (("Solo", 9), ("Crew", 29))
    )
    body = f"<main><h1>Lists</h1><section><h2>Pricing</h2>{plans}</section></main><footer>© 2026</footer>"
    assert value(draft(page(body)), "pricing_summary") == "Solo: $9/month; Crew: $29/month"


def test_the_owner_of_a_place_on_a_shared_host_is_not_the_product() -> None:
    html = "<title>Goodlist — keep lists calm</title><h1>Goodlist</h1><footer>© 2026 Jana Roth</footer>"
    home = read_markup("https://jana-roth.github.io/", f"<html><body>{html}</body></html>", NOW)
    home.kind = "home"
    assert value(draft(home), "name") == "Goodlist"


def test_a_town_after_the_company_in_the_footer() -> None:
    body = "<main><h1>Lists</h1></main><footer><p>Tarnbrook Oy · Helsinki</p></footer>"
    assert value(draft(page(body)), "city") == "Helsinki"
    assert value(draft(page(body.replace("Tarnbrook", "Globex"))), "city") is None
    turkish = "<main><h1>Listeler</h1></main><footer><p>İstanbul'da geliştirildi.</p></footer>"
    assert value(draft(page(turkish, lang="tr")), "city") == "İstanbul"


@pytest.mark.parametrize(
    ("footer", "name"),
    [("Made by Ines Prado in Porto, Portugal", "Ines Prado"), ("Entwickelt von Jana Roth", "Jana Roth"),
     ("Hecho con ♥ por Lucía Vega", "Lucía Vega")],
)  # fmt: skip
def test_a_maker_in_the_footer_needs_another_word_for_it(footer: str, name: str) -> None:
    body = f"<main><h1>Lists for crews</h1></main><footer><p>{footer}</p></footer>"
    assert draft(page(body)).founders == []
    told = draft(page(body), page(f"<main><p>Hi, I'm {name} and I write code.</p></main>", "/press", "press"))
    assert [founder.name for founder in told.founders] == [name]
    assert value(draft(page(body)), "city") is None
    assert value(told, "city") == ("Porto" if "Porto" in footer else None)


def test_a_founder_with_a_title_before_and_a_surname_in_capitals() -> None:
    imprint = "<main><h1>Mentions légales</h1><p>Monsieur Henri VASSEUR</p>"
    imprint += "<p>Fondateur et gérant de Tarnbrook SARL</p></main>"
    found = draft(page("<main><h1>Listes</h1></main>"), page(imprint, "/mentions-legales", "contact", "fr"))
    assert [founder.name for founder in found.founders] == ["Henri VASSEUR"]
    other = imprint.replace("Tarnbrook SARL", "Autre Maison SARL")
    assert draft(page("<main><h1>Listes</h1></main>"), page(other, "/mentions-legales", "contact", "fr")).founders == []


@pytest.mark.parametrize(
    ("lang", "line", "city", "country"),
    [
        ("ru", "Сделано в России.", None, "RU"),
        ("pl", "Stworzone w Polsce", None, "PL"),
        ("en", "Tarnbrook is built by Ines Prado (she/her), a web developer from Porto, Portugal.", "Porto", "PT"),
        ("en", "Tarnbrook works well with Globex, whose chief developer is from Porto, Portugal.", None, None),
    ],
)
def test_places_in_sentences(lang: str, line: str, city: str | None, country: str | None) -> None:
    found = draft(page(f"<main><h1>Lists</h1></main><footer><p>{line}</p></footer>", lang=lang))
    assert (value(found, "city"), value(found, "country")) == (city, country)


def test_addresses_without_commas_with_dotted_states_in_press_kits_and_terms() -> None:
    home = page("<main><h1>Lists</h1></main>")
    contact = "<main><h2>Address</h2><div>Tarnbrook</div><div>Am Bach 7</div><div>Freising Germany</div></main>"
    found = draft(home, page(contact, "/contact", "contact"))
    assert (value(found, "city"), value(found, "country")) == ("Freising", "DE")
    dotted = "<main><p>Address</p><div>9 East Street Suite 311, Dover D.E. 19901</div></main>"
    assert value(draft(home, page(dotted, "/contact", "contact")), "city") == "Dover"
    press = "<main><dl><dt>Developer:</dt><dd>Tarnbrook</dd><dd>Based in Amsterdam</dd></dl></main>"
    assert value(draft(home, page(press, "/presskit", "press")), "city") == "Amsterdam"
    terms = (
        "1.1. Исполнитель: ИП Иванов Пётр Ильич, ИНН 312331783978, адрес: 308029, РФ, г. Белгород, ул. Садовая, д. 6"
    )
    terms = f"<main><p>{terms}</p></main>"
    found = draft(home, page(terms, "/oferta.html", "other", "ru"))
    assert (value(found, "city"), value(found, "country")) == ("Белгород", "RU")


@pytest.mark.parametrize(
    ("line", "year"),
    [("Das Original aus den Alpen seit 2012!", "2012"), ("Tarnbrook has made candles since 1998.", "1998"),
     ("Proud member of the guild since 2015", None), ("© since 2016 Tarnbrook", None)],
)  # fmt: skip
def test_since_when(line: str, year: str | None) -> None:
    found = value(draft(page(f"<main><h1>Candles</h1></main><footer><p>{line}</p></footer>")), "founded_year")
    assert (str(found) if found else None) == year


def test_an_old_price_before_an_arrow_and_rates_are_no_prices() -> None:
    prices = (
        "<main><h1>Prices</h1><h3>Solo</h3><div>$40 → $19 / month</div><h3>Crew</h3><div>$90→ $49 / month</div></main>"
    )
    summary = str(
        value(draft(page("<main><h1>Lists</h1></main>"), page(prices, "/pricing", "pricing")), "pricing_summary")
    )
    assert "$19" in summary
    assert "$49" in summary
    assert "$40" not in summary
    assert "$90" not in summary
    rates = "If the index is 0,100 €/kWh, a client pays 0,108 €/kWh, and from €10 to €60/year."
    rates = f"<main><h2>Energy prices</h2><p>{rates}</p></main>"
    assert value(draft(page("<main><h1>Lists</h1></main>"), page(rates, "/guide", "other")), "pricing_summary") is None


def test_prices_of_the_vendors_in_a_table_are_theirs() -> None:
    rows = "".join(
        f"<tr><td>{name}</td><td>${at}.00</td></tr>" for at, name in enumerate(("Globex", "Initech", "Hooli"), 3)
    )
    table = f"<main><h1>Prices</h1><table><tr><th>Provider</th><th>Per hour</th></tr>{rows}</table></main>"
    assert (
        value(draft(page("<main><h1>Lists</h1></main>"), page(table, "/pricing", "pricing")), "pricing_summary") is None
    )


def test_the_first_word_of_a_title_is_no_name_of_ours_if_the_name_comes_later() -> None:
    head = '<meta property="og:site_name" content="Tarnbrook">'
    table = "<main><h1>Prices</h1><table><tr><th>Users</th><th>Tarnbrook</th><th>Globex Maps</th></tr>"
    table += "<tr><td>5 users</td><td>€180/yr</td><td>$450/yr</td></tr></table></main>"
    home = page("<main><h1>Route planning for crews</h1></main>", head=head)
    home.title = "Globex route planning | Tarnbrook"
    assert "450" not in str(value(draft(home, page(table, "/pricing", "pricing")), "pricing_summary"))


@pytest.mark.parametrize(
    "headline",
    [
        "Bienvenue chez Tarnbrook",
        "Welcome to Tarnbrook!",
        "Willkommen bei Tarnbrook",
        "To install it, run:",
        "Версия 3 уже здесь",
    ],
)
def test_lines_that_say_nothing_of_the_product_are_no_taglines(headline: str) -> None:
    body = f"<main><h1>{headline}</h1><p>Shared lists for small crews</p></main>"
    assert value(draft(page(body)), "tagline") == "Shared lists for small crews"


def test_a_line_in_small_letters_under_the_name_is_the_tagline() -> None:
    body = "<main><p>Tarnbrook</p><p>a small and quick list for crews</p><p>Download</p></main>"
    assert value(draft(page(body)), "tagline") == "a small and quick list for crews"


def test_words_that_a_script_rotates_are_no_tagline() -> None:
    body = "<nav><a href='/t'>Trainingen</a></nav><main><h1>Data Onderzoek Visualisaties Trainingen</h1>"
    body += "<h2>jouw data, onze zorg.</h2></main>"
    assert value(draft(page(body, lang="nl")), "tagline") == "jouw data, onze zorg."
