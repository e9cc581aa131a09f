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
    works = cards("Marlow Bakery", "Quern Clinic", "Pellet House", after=f"<a href=/w>{link}</a>")
    site = page(f"<h1>Tarnbrook</h1><section><h2>Sites that move</h2>{works}</section>")
    assert value(draft(site), "features") is None


def test_labels_under_names_are_no_texts() -> None:
    works = "".join(
        f"<div><h4>{name}</h4><p>Independent bakery and shop · {town}</p></div>"
        for name, town in (("Marlow", "Southwold"), ("Quern", "Haddington"), ("Pellet", "Ballycastle"))
    )
    site = page(f"<h1>Tarnbrook</h1><section><h2>Sites that move</h2>{works}</section>")
    assert value(draft(site), "features") is None
