"""Small pages with lines that look like the product's own words, and are not: each beside one that is."""

import pytest

from tests.extraction.drafters.small_pages import TEXT, draft, page, value

OTHER_TEXT = "Each list has an owner, a date and a place for notes, so that nothing gets lost."


MAKER = "<main><h1>Stock lists for small breweries</h1></main><footer>© 2026 Jane Roe</footer>"


@pytest.mark.parametrize("title", ["Kettle - stock lists", "Kettle Studio - stock lists"])
def test_at_a_place_below_the_makers_domain_the_product_has_that_name(title: str) -> None:
    found = draft(page(MAKER, title=title, host="kettle.janeroe.com"))
    assert value(found, "name") == title.partition(" - ")[0]


def test_a_place_below_the_domain_that_the_title_does_not_begin_with_is_no_name() -> None:
    found = draft(page(MAKER, title="Jane Roe - stock lists", host="shop.janeroe.com"))
    assert value(found, "name") == "Jane Roe"


def footer(link: str) -> str:
    return f"<main><h1>Stock lists for small breweries</h1></main><footer>{link}</footer>"


@pytest.mark.parametrize("words", ["Crafted by <svg></svg>", "Website by Dean", "Diseñado por Dean"])
def test_who_built_the_website_is_not_the_company(words: str) -> None:
    link = f'<a href="https://github.com/dean-codes">{words}</a>'
    assert "github" not in draft(page(footer(link))).company_socials


def test_the_companys_own_profile_is_drafted_whatever_the_link_says() -> None:
    for words, handle in (("Designed by us", "tarnbrook"), ("GitHub", "dean-codes")):
        found = draft(page(footer(f'<a href="https://github.com/{handle}">{words}</a>')))
        assert found.company_socials["github"].value == f"https://github.com/{handle}"


PRICES = "<section><h2>Цены</h2><p>Мониторы: от 2000 ₽</p><p>Принтеры: от 1500 ₽</p></section>"


@pytest.mark.parametrize(
    ("line", "lang"),
    [
        ("Диагностика бесплатно.", "ru"),
        ("Выезд мастера всегда бесплатно.", "ru"),
        ("Die Fehlersuche ist kostenlos.", "de"),
        ("Diagnostics are free.", "en"),
    ],
)
def test_what_a_workshop_does_for_nothing_is_no_free_plan(line: str, lang: str) -> None:
    assert value(draft(page(f"<main><h1>Tarnbrook</h1><p>{line}</p>{PRICES}</main>", lang=lang)), "pricing_model") != (
        "freemium"
    )


def test_a_product_that_is_free_in_part_is_still_freemium() -> None:
    body = "<main><h1>Tarnbrook</h1><p>Tarnbrook is free.</p><h2>Pricing</h2><p>Pro: $9 per month</p></main>"
    assert value(draft(page(body)), "pricing_model") == "freemium"


@pytest.mark.parametrize(
    ("line", "model"),
    [
        ("Free, open-source audio metering for Windows & macOS", "open-source"),
        ("Tarnbrook est gratuit, sans compte — installé en dix secondes.", "free"),
        ("Yes, completely free and without a subscription.", "free"),
        ("Tarnbrook is free to use, but you can unlock the paid features.", "freemium"),
        ("Installation is always free, by our own people.", None),
        ("Compared with Zorblax, which is open source, we answer the phone.", None),
    ],
)
def test_words_say_what_it_costs_only_of_the_product(line: str, model: str | None) -> None:
    lang = "fr" if "gratuit" in line else "en"
    assert (
        value(draft(page(f"<main><h1>Lists for crews</h1><p>{line}</p></main>", lang=lang)), "pricing_model") == model
    )


@pytest.mark.parametrize(
    ("top", "tagline"),
    [
        ("<h1>Faster planning for</h1><h1>Delivery crews</h1>", "Route plans that hold all day"),
        ("<h1>Tarnbrook finds leaks before winter comes. expensive?</h1><p>Fewer leaks. Lower bills.</p>", None),
        ('<div>Tarnbrook</div><div>reads as "tarn brook"</div><p>Route plans for small crews</p>', None),
        (
            "<h1>Tarnbrook</h1><p>Tarn is a common term for a small lake in the north.</p>",
            "Route plans that hold all day",
        ),
        ("<h1>build fast. ship faster.</h1>", "build fast. ship faster."),
        ("<h1>Plans you can count on</h1>", "Plans you can count on"),
    ],
)
def test_the_tagline_is_a_whole_line_about_the_product(top: str, tagline: str | None) -> None:
    found = value(draft(page(f"<main>{top}</main>", title="Tarnbrook - Route plans that hold all day")), "tagline")
    shown = {"<p>Fewer": "Fewer leaks. Lower bills.", "<p>Route": "Route plans for small crews"}
    expected = tagline or next(line for begun, line in shown.items() if begun in top)
    assert found == expected


def test_the_only_large_heading_below_a_long_menu_is_the_headline() -> None:
    menu = "".join(
        f"<div><div>Tool {at} for records</div><div>Files number {at} for you.</div></div>" for at in range(15)
    )
    body = f"<div>{menu}</div><main><h1>Always in good order</h1><p>{TEXT}</p></main>"
    assert value(draft(page(body)), "tagline") == "Always in good order"


@pytest.mark.parametrize(
    "row",
    [
        "クレジットカード不要 ・ 初期設定サポート無料 ・ いつでも解約可",
        "No credit card required · Cancel anytime · Ready in minutes",
        "Official website of Tarnbrook",
    ],
)
def test_rows_of_ticks_and_names_of_the_page_describe_nothing(row: str) -> None:
    head = f'<meta name="description" content="{row}">'
    found = draft(page(f"<main><h1>Stock lists</h1><p>{row}</p><p>{TEXT}</p></main>", head=head))
    assert value(found, "short_description") == TEXT


def test_a_description_may_say_that_no_card_is_needed_among_other_things() -> None:
    told = f"{OTHER_TEXT} Try all of it for a month, with your whole crew. No credit card required."
    head = f'<meta name="description" content="{told}">'
    assert value(draft(page("<main><h1>Stock lists</h1></main>", head=head)), "short_description") == told


def test_what_a_template_says_of_itself_is_no_description() -> None:
    told = "With a small bit of custom code, you can turn the webflow native tabs into a demo. Free cloneable section."
    head = f'<meta name="description" content="{told}">'
    found = draft(page(f"<main><h1>Stock lists</h1><p>{TEXT}</p></main>", head=head))
    assert value(found, "short_description") == TEXT


def test_a_description_leaves_out_what_only_introduces_a_list() -> None:
    first, last = f"{OTHER_TEXT} You can read three things:", "The game has music by the 6 following artists :"
    found = draft(
        page(f"<main><h1>Stock lists</h1><p>{first}</p><ul><li>One</li></ul><p>{TEXT}</p><p>{last}</p></main>")
    )
    assert value(found, "description") == f"{OTHER_TEXT}\n\n{TEXT}"


def test_a_row_of_links_is_no_description() -> None:
    links = "".join(f'<a href="/{at}">TV {at}: no picture, but sound</a> ' for at in range(4))
    found = draft(page(f"<main><h1>Repairs</h1><p>{OTHER_TEXT}</p><div>{links}</div><p>{TEXT}</p></main>"))
    assert value(found, "description") == f"{OTHER_TEXT}\n\n{TEXT}"


def card(name: str, price: str, *items: str) -> str:
    return f"<div><p>{name}</p><p>{price}</p><ul>{''.join(f'<li>{item}</li>' for item in items)}</ul></div>"


def test_what_is_above_the_plans_is_no_plan() -> None:
    plans = (
        card("Free", "$0 /forever", "3 lists")
        + card("Pro", "$9 /mo", "All lists")
        + card("Business", "$19 /mo", "Crews")
    )
    found = draft(page(f"<main><h1>Lists</h1><p>Pricing</p><h2>Pick your plan</h2><div>{plans}</div></main>"))
    assert value(found, "pricing_summary") == "Free: $0/forever; Pro: $9/mo; Business: $19/mo"


def test_the_word_for_free_may_be_the_name_of_a_plan() -> None:
    names = (("Free", "$0.00"), ("Pro", "$6.99"), ("Plus", "$9.99"))
    cards = "".join(
        f"<div><div>{name}</div><div>For crews</div><ul><li>✓ Lists</li></ul>"
        f"<div><div>{price}</div><div>/mo</div></div></div>"
        for name, price in names
    )
    found = draft(page("<main><h1>Lists</h1></main>"), page(
        f"<main><h1>Pricing</h1><section><div>{cards}</div></section></main>", path="/pricing", kind="pricing"
    ))  # fmt: skip
    assert value(found, "pricing_summary") == "Free: $0.00/mo; Pro: $6.99/mo; Plus: $9.99/mo"


def test_where_letters_are_passed_on_is_no_seat() -> None:
    lines = "<p>Tarnbrook, Mira Oakes c/o Postweg Dienste<br>Europaring 90<br>53757 Sankt Augustin<br>Deutschland</p>"
    imprint = page(f"<h1>Impressum</h1><p>Angaben gemäß Gesetz:</p>{lines}", "/impressum", "contact", lang="de")
    assert value(draft(page("<h1>Tarnbrook</h1>", lang="de"), imprint), "city") is None
    own = imprint.model_copy(deep=True)
    for block in own.blocks:
        block.text = block.text.replace(" c/o Postweg Dienste", "")
    assert value(draft(page("<h1>Tarnbrook</h1>", lang="de"), own), "city") == "Sankt Augustin"


def test_an_agency_is_no_founder() -> None:
    told = "<p>Tarnbrook, sviluppato e gestito da Quern Digital Agency, protegge i tuoi dati.</p>"
    assert draft(page(f"<h1>Tarnbrook</h1>{told}", lang="it")).founders == []


def test_a_town_keeps_the_hills_in_its_name() -> None:
    imprint = page(
        "<h1>Impressum</h1><p>Eichenstraße 1, 61476 Kronberg im Taunus</p>", "/impressum", "contact", lang="de"
    )
    assert value(draft(page("<h1>Tarnbrook</h1>", lang="de"), imprint), "city") == "Kronberg im Taunus"
