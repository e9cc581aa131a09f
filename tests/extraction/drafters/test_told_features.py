"""Features of pages that call nothing so, and what the names of their sections say about them."""

import pytest

from showground.extraction.reading.pages import ReadPage
from tests.extraction.drafters.small_pages import draft, page, value

TEXTS = {
    "Shared lists": "It saves the whole crew an hour on every day of the week.",
    "Weekly plan": "Your crew sees every change within a second of it being made.",
    "Works offline": "Open the app in a basement and all the jobs are still there.",
    "Fast search": "Type two letters and the right job comes up at once.",
}
NAMES = list(TEXTS)
CARD = "<div><h3>{}</h3><p>{}</p></div>"


def each(pattern: str) -> str:
    return "".join(pattern.format(name, text) for name, text in TEXTS.items())


def on_page(body: str) -> ReadPage:
    intro = "<section><h1>Job lists for crews</h1><p>Tarnbrook keeps the jobs of a crew in one place.</p></section>"
    return page(f"<main>{intro}{body}</main>")


def features(body: str) -> list[str]:
    return value(draft(on_page(body)), "features") or []


@pytest.mark.parametrize(
    "cards",
    [
        "<dl>" + each("<div><dt>{}</dt><dd>{}</dd></div>") + "</dl>",
        "<div>" + each("<div><div>{}</div><div>{}</div></div>") + "</div>",
        "<div>" + each("<div><p><strong>{}</strong></p><p>{}</p></div>") + "</div>",
        "<div>" + each("<div><span>{}</span><p>{}</p></div>") + "</div>",
        "<div>" + each("<p><strong>{}</strong><br>{}</p>") + "</div>",
        "<ul>" + each("<li><p><strong>{}</strong></p><hr><p>{}</p></li>") + "</ul>",
        "<ul>" + each("<li><strong>{}</strong> – {}</li>") + "</ul>",
        "<ul>" + each("<li>🚀 <strong>{}</strong>: {}</li>") + "</ul>",
    ],
)
def test_cards_need_neither_headings_nor_a_telling_title(cards: str) -> None:
    assert features(f"<section><h2>Made to get work done</h2>{cards}</section>") == NAMES


@pytest.mark.parametrize("title", ["How it works", "Who uses Tarnbrook", "Latest news", "Tired of paper lists?"])
def test_such_cards_of_other_sections_are_left_out(title: str) -> None:
    cards = each("<div><div>{}</div><div>{}</div></div>")
    assert features(f"<section><h2>{title}</h2><div>{cards}</div></section>") == []


def test_cards_may_be_numbered_as_designs_do() -> None:
    cards = "".join(
        f"<div><span>0{at}</span><h3>{name}</h3><p>{text}</p></div>" for at, (name, text) in enumerate(TEXTS.items(), 1)
    )
    assert features(f"<section><h2>Made to get work done</h2><div>{cards}</div></section>") == NAMES
    assert features(f"<section><h2>How it works</h2><div>{cards}</div></section>") == []


def test_short_lists_count_where_nothing_tells_more() -> None:
    ticks = "".join(f"<li>✓ {name}</li>" for name in NAMES)
    plain = "".join(f"<li>{name}</li>" for name in NAMES)
    links = "".join(f'<li><a href="/{at}">{name}</a></li>' for at, name in enumerate(NAMES))
    assert features(f"<section><ul>{ticks}</ul></section>") == NAMES
    assert features(f"<section><h2>Made to get work done</h2><p>All of it.</p><ul>{plain}</ul></section>") == NAMES
    assert features(f"<section><h2>Made to get work done</h2><ul>{links}</ul></section>") == []
    cards = "".join(CARD.format(name, TEXTS["Weekly plan"]) for name in ("Payroll", "Reports", "Messages"))
    found = features(f"<section><ul>{ticks}</ul></section><section><h2>For the day</h2><div>{cards}</div></section>")
    assert found == ["Payroll", "Reports", "Messages"]


@pytest.mark.parametrize("tag", ["p", "li"])
def test_features_may_be_sentences_under_a_heading_that_says_just_that(tag: str) -> None:
    told = [
        "A mixing system in which you grab bottles yourself, pour from them, add extras, shake it all and serve.",
        "A story that branches with every drink that you serve or spoil, and with what you say while you do so.",
        "Seven guests who come back every night, each with a past of their own and with plans that you may change.",
    ]
    lines = "".join(f"<{tag}>{line}</{tag}>" for line in told)
    lines = f"<ul>{lines}</ul>" if tag == "li" else lines
    assert features(f"<section><h2>Key features</h2>{lines}</section>") == [line.rstrip(".") for line in told]
    assert features(f"<section><h2>The story of the bar</h2>{lines}</section>") == []


def test_a_last_card_that_says_and_more_is_no_feature_but_may_list_some() -> None:
    more = "<div><h3>And more...</h3><ul><li>Sound effects</li><li>Sixty languages</li></ul></div>"
    found = features(f"<section><h2>Features</h2><div>{each(CARD)}{more}</div></section>")
    assert found == [*NAMES, "Sound effects", "Sixty languages"]


@pytest.mark.parametrize("last", ["그리고 더", "Und vieles mehr", "Et bien plus encore", "и многое другое", "その他"])
def test_and_more_in_other_languages(last: str) -> None:
    cards = each(CARD) + CARD.format(last, TEXTS["Weekly plan"])
    assert features(f"<section><h2>For the day</h2><div>{cards}</div></section>") == NAMES


def test_reviews_are_features_only_if_the_product_makes_them() -> None:
    names = ["Code review", "Contract review", "Release notes", "Customer reviews"]
    cards = "".join(CARD.format(name, TEXTS["Weekly plan"]) for name in names)
    assert features(f"<section><h2>For the day</h2><div>{cards}</div></section>") == names[:3]


def test_a_card_among_features_may_say_what_the_product_is_built_for() -> None:
    cards = "".join(
        f"<article><h2>{name}</h2><p>{TEXTS['Weekly plan']}</p></article>"
        for name in ("Shared lists", "Built for daily use", "Works offline")
    )
    assert features(f'<section id="features">{cards}</section>') == [
        "Shared lists",
        "Built for daily use",
        "Works offline",
    ]


def test_steps_end_with_the_part_of_the_page_that_they_are_in() -> None:
    steps = "".join(f"<div><b>{at}</b><p>{text}</p></div>" for at, text in enumerate(TEXTS.values(), 1))
    how = f"<section><div><h2>How it works</h2><div>{steps}</div></div></section>"
    assert features(f"{how}<section><div>{each(CARD)}</div></section>") == NAMES
    inside = f"<section><div><h2>How it works</h2><div>{steps}</div><div>{each(CARD)}</div></div></section>"
    assert features(inside) == []


def test_a_press_kit_may_label_its_list_in_bold() -> None:
    items = "".join(f"<li>{name}</li>" for name in NAMES)
    kit = f"<main><h1>Press kit</h1><div><strong>Features:</strong><ul>{items}</ul></div></main>"
    found = draft(on_page(""), page(kit, "/presskit/", "press"))
    assert value(found, "features") == NAMES


def test_a_name_may_begin_with_a_word_of_calls_to_action() -> None:
    cards = each(CARD) + CARD.format("Click-through and two monitors", TEXTS["Weekly plan"])
    found = features(f"<section><h2>For the day</h2><div>{cards}</div></section>")
    assert found == [*NAMES, "Click-through and two monitors"]
