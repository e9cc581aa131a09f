"""Questions, people, places and prices in markup or words that fewer sites use."""

import pytest

from tests.extraction.drafters.small_pages import draft, page, value

HOME = "<main><h1>Lists for small crews</h1><p>Tarnbrook plans the week of a crew.</p></main>"


def test_answers_may_be_as_large_as_the_questions() -> None:
    pairs = {
        "Does it work offline?": "Yes, it keeps a copy of every list.",
        "Can I stop at any time?": "You can stop at the end of every week.",
    }
    rows = "".join(f"<div><h4>{asked}</h4><h4>{told}</h4></div>" for asked, told in pairs.items())
    found = draft(page(f"<main><h1>Lists for small crews</h1><h2>Pytania</h2><div>{rows}</div></main>", lang="pl"))
    assert {faq.question: faq.answer for faq in found.faqs} == pairs


def test_what_a_browser_shows_instead_of_a_video_is_no_text() -> None:
    film = "<video><source src=a.mp4>Sorry, your browser does not support embedded videos.</video>"
    read = page(f"<main><h1>Lists for small crews</h1>{film}<p>Plan a week.</p></main>")
    assert [block.text for block in read.blocks] == ["Lists for small crews", "Plan a week."]


def test_a_founder_may_keep_the_surname_private() -> None:
    rows = "".join(
        f"<p>{line}</p>"
        for line in ("Adrien M", "Co-founder / CTO", "Marcin JP", "Co-founder / Art Director", "Angela G", "Sound")
    )
    about = page(f"<main><h1>About</h1><h2>Our team</h2><div>{rows}</div></main>", "/about", "about")
    assert [founder.name for founder in draft(page(HOME), about).founders] == ["Adrien M", "Marcin JP"]


def test_the_line_below_a_title_is_the_next_person() -> None:
    rows = "".join(f"<p>{line}</p>" for line in ("The crew", "Co-founder", "Jane Roe", "Sound designer"))
    about = page(f"<main><h1>About</h1><h2>Our team</h2><div>{rows}</div></main>", "/about", "about")
    assert draft(page(HOME), about).founders == []


@pytest.mark.parametrize(("line", "city"), [("Bento Gonçalves – RS", "Bento Gonçalves"), ("Campinas, SP", "Campinas")])
def test_a_town_with_its_state_in_brazil(line: str, city: str) -> None:
    assert value(draft(page(f"{HOME}<footer><p>{line}</p></footer>", lang="pt")), "city") == city


@pytest.mark.parametrize(
    ("heading", "lang"), [("Nos formules", "fr"), ("Cennik", "pl"), ("Цены", "ru"), ("料金", "ja"), ("Fiyatlar", "tr")]
)
def test_prices_under_their_word_in_other_languages(heading: str, lang: str) -> None:
    plans = "".join(f"<div><h3>{name}</h3><p>{price}</p></div>" for name, price in (("Nord", "70 €"), ("Duo", "140 €")))
    found = draft(page(f"{HOME}<section><h2>{heading}</h2><div>{plans}</div></section>", lang=lang))
    assert value(found, "pricing_summary") == "Nord: 70 €; Duo: 140 €"


@pytest.mark.parametrize(
    ("line", "model"),
    [
        ("Free &amp; source available", "free"),
        ("Download for Windows — Free", "free"),
        ("Download the free guide", None),
        ("Free for your first crew", None),
    ],
)
def test_short_lines_that_say_it_is_free(line: str, model: str | None) -> None:
    found = draft(page(f"<main><p>{line}</p><h1>Lists for small crews</h1></main>"))
    assert value(found, "pricing_model") == model


@pytest.mark.parametrize(
    "top",
    [
        "<h1>Tarnbrook</h1><h1>Lists for small crews</h1><p>Plan the week ahead</p>",
        "<h1>Tarnbrook Garage</h1><p>Lists for small crews</p>",
        "<p>[ CLICK TO BEGIN ]</p><h2>Lists for small crews</h2>",
        "<p>Join our community on Discord!</p><h2>Lists for small crews</h2>",
    ],
)
def test_calls_and_the_name_once_more_are_no_tagline(top: str) -> None:
    assert value(draft(page(f"<main>{top}</main>")), "tagline") == "Lists for small crews"
