"""Features that only their place beside others tells: rests of rows, later rows, and cards whose parts are wrapped."""

from tests.extraction.drafters.small_pages import draft, page, value

TEXT = "It saves the whole crew an hour on every day of the week."
INTRO = "<section><h1>Job lists for crews</h1><p>Tarnbrook keeps the jobs of a crew in one place.</p></section>"
NAMES = ("Shared lists", "Weekly plan", "Works offline", "Fast search")


def features(body: str) -> list[str]:
    return value(draft(page(f"<main>{INTRO}{body}</main>")), "features") or []


def cards(*names: str, card: str = "<div><h3>{}</h3><p>{}</p></div>") -> str:
    return "<div>" + "".join(card.format(name, TEXT) for name in names) + "</div>"


def section(heading: str, inside: str) -> str:
    return f"<section><h2>{heading}</h2>{inside}</section>"


def test_a_card_whose_title_names_prices_is_a_feature_beside_others() -> None:
    assert features(section("Features", cards(*NAMES, "Fair pricing"))) == [*NAMES, "Fair pricing"]


def test_items_that_end_with_a_colon_are_features_beside_others() -> None:
    listed = "".join(f"<li>{name}</li>" for name in (*NAMES, "Bookmarks:"))
    assert len(features(section("Features", f"<ul>{listed}</ul>"))) == len(NAMES) + 1


def test_prices_and_last_cards_are_no_features_beside_others() -> None:
    assert features(section("Features", cards(*NAMES, "$5 a month", "And more"))) == list(NAMES)
    assert features(section("Features", cards(*NAMES, "Just about anything you can imagine"))) == list(NAMES)


def test_cards_after_the_features_are_features_if_they_have_names() -> None:
    later = section("Built for crews", cards("Day and night", "Many crews", "Spare parts"))
    assert features(section("Features", cards(*NAMES)) + later) == [
        *NAMES,
        "Day and night",
        "Many crews",
        "Spare parts",
    ]


def test_cards_after_the_features_are_no_features_if_they_have_sentences() -> None:
    notes = (
        "We are looking for our first partner now",
        "This is not a finished product yet",
        "The code is not open so far",
    )
    assert features(section("Features", cards(*NAMES)) + section("Where we are", cards(*notes))) == list(NAMES)


def test_lines_beside_pictures_are_features_under_such_a_heading() -> None:
    lines = cards(*NAMES, card="<div><img src=/a.png><p>{}</p></div>")
    assert features(section("Features", lines)) == list(NAMES)


def test_cards_whose_title_has_an_element_of_its_own_are_features() -> None:
    wrapped = cards(*NAMES, card="<div><div><img src=/a.png><div>{}</div></div><p>{}</p></div>")
    assert features(section("Good for every crew", wrapped)) == list(NAMES)


def test_rows_of_lines_that_a_class_calls_features_are_features() -> None:
    lines = cards(*NAMES[:3], card="<div><img src=/a.png><div><p>{}</p></div></div>")
    more = cards("Two alarms", "Long nights", "Old phones", card="<li><img src=/a.png><div><p>{}</p></div></li>")
    found = features(f"<section class=features><h2>All your crews</h2>{lines}<p>{TEXT}</p>{more}</section>")
    assert found == [*NAMES[:3], "Two alarms", "Long nights", "Old phones"]
