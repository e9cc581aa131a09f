"""What a set of cards needs to be the product's features; without it, features stay blank."""

import pytest

from tests.extraction.drafters.small_pages import TEXT, draft, page, value

OWN = ("Shared lists", "Offline maps", "Quick notes")


def cards(*titles: str, text: str = TEXT, after: str = "") -> str:
    return "".join(f"<div><h3>{title}</h3><p>{text}</p>{after}</div>" for title in titles)


def test_a_second_heading_in_a_card_explains_the_first() -> None:
    sides = "".join(f"<div><div><h3>{title}</h3></div><div><h3>It has {title}</h3><p>{TEXT}</p></div></div>"
                    for title in OWN)  # fmt: skip
    site = page(f"<h1>Tarnbrook</h1><div class=features><h2>Features</h2>{sides}</div>")
    assert value(draft(site), "features") == list(OWN)


@pytest.mark.parametrize("label", ["Secteurs d'activité", "Whom we work for", "Zielgruppen", "Nos métiers cibles"])
def test_cards_about_whom_it_is_for_are_no_features(label: str) -> None:
    others = cards("Bakeries", "Law firms", "Schools and clubs")
    site = page(f"<h1>Tarnbrook</h1><section><p>{label}</p><h2>Made for the day</h2>{others}</section>")
    assert value(draft(site), "features") is None


@pytest.mark.parametrize("link", ["View site", "Voir le site ↗", "Projekt ansehen", "Read the case study"])
def test_finished_works_are_no_features(link: str) -> None:
    works = cards("The Marlow bakery shop", "Clinic at the quern", "Pellet and sons", after=f"<a href=/w>{link}</a>")
    site = page(f"<h1>Tarnbrook</h1><section><h2>Sites that move</h2>{works}</section>")
    assert value(draft(site), "features") is None


def test_labels_under_names_are_no_texts() -> None:
    works = "".join(
        f"<div><h4>{name}</h4><p>Independent bakery and shop · {town}</p></div>"
        for name, town in (("Marlow", "Southwold"), ("Quern", "Haddington"), ("Pellet", "Ballycastle"))
    )
    site = page(f"<h1>Tarnbrook</h1><section><h2>Sites that move</h2>{works}</section>")
    assert value(draft(site), "features") is None


@pytest.mark.parametrize(
    "days", [("04. Juli 2026", "28. Juni 2026", "12. Mai 2026"), ("3.5.2026", "7.6.2026", "9.8.2026")]
)
def test_dated_cards_are_events(days: tuple[str, ...]) -> None:
    events = "".join(f"<div><h3>{name}</h3><p>{day} · Open air in the old garden of the mill</p></div>"
                     for name, day in zip(OWN, days, strict=True))  # fmt: skip
    assert value(draft(page(f"<h1>Tarnbrook</h1><section><h2>On the road</h2>{events}</section>")), "features") is None


def test_names_of_towns_are_no_features() -> None:
    site = page(f"<h1>Tarnbrook</h1><section><h2>A night out</h2>{cards('Katowice', 'Zabrze', 'Gliwice')}</section>")
    assert value(draft(site), "features") is None


@pytest.mark.parametrize("heading", ["Vous êtes...", "You are", "Sie sind …", "Are you one of these?"])
def test_what_the_reader_is_called_is_no_feature(heading: str) -> None:
    readers = cards("A young studio", "A shop that grows", "A large office")
    services = page(f"<section><h1>{heading}</h1>{readers}</section>", "/services", "features")
    assert value(draft(page("<h1>Tarnbrook</h1>"), services), "features") is None


def test_of_several_rows_that_nothing_calls_features_those_of_one_shape_count() -> None:
    first = f"<section><h2>For the morning</h2>{cards('Shared lists', 'Offline maps', 'Quick notes')}</section>"
    second = f"<section><h2>For the evening</h2>{cards('Night mode', 'Quiet hours', 'Daily letter')}</section>"
    deeper = "".join(f"<li><h5>{title}</h5><p>{TEXT}</p></li>" for title in ("Bright red", "Deep blue", "Olive green"))
    third = f"<section><h2>In the shop</h2><div><div><ul>{deeper}</ul></div></div></section>"
    drafted = value(draft(page(f"<h1>Tarnbrook</h1>{first}{second}{third}")), "features")
    assert drafted == ["Shared lists", "Offline maps", "Quick notes", "Night mode", "Quiet hours", "Daily letter"]


@pytest.mark.parametrize("parts", [("Work experience", "Education"), ("Discography", "Tour dates")])
def test_a_person_or_a_band_has_no_features(parts: tuple[str, str]) -> None:
    shown = "".join(f"<section><h2>{part}</h2><p>{TEXT}</p></section>" for part in parts)
    stage = cards("Low drums", "Second guitar", "Loud bass")
    site = page(f"<h1>Tarnbrook</h1>{shown}<section><h2>On stage</h2>{stage}</section>")
    assert value(draft(site), "features") is None


def test_a_freelancer_with_a_cv_has_services() -> None:
    shown = "".join(f"<section><h2>{part}</h2><p>{TEXT}</p></section>" for part in ("Work experience", "Education"))
    site = page(f"<h1>Tarnbrook</h1>{shown}<section><h2>Services</h2>{cards(*OWN)}</section>")
    assert value(draft(site), "features") == list(OWN)
