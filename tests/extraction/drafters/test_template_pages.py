"""Pages and texts that a site's template came with are not about the product."""

import pytest

from showground.extraction.reading.pages import ReadPage
from tests.extraction.drafters.small_pages import TEXT, draft, page, value

HOME = f"<header>Tarnbrook</header><h1>Lists for crews on the road</h1><p>Tarnbrook keeps them together. {TEXT}</p>"
QUESTIONS = (
    "<h2>Frequently asked questions</h2><h3>How long does a project take?</h3><p>It depends on what you need.</p>"
    "<h3>Can we meet at your office?</h3><p>Yes, our doors are open all day long.</p>"
)
PEOPLE = "<h2>Our team</h2><h3>Mira Oakes</h3><p>CEO &amp; Founder</p>"


def faq_page(body: str, title: str) -> ReadPage:
    return page(body, "/faq.html", "faq", title=title)


def test_a_page_that_still_has_the_title_of_its_theme_says_nothing_about_the_product() -> None:
    about = page(PEOPLE, "/about.html", "about", title="Glimmer - Agency HTML Template")
    drafted = draft(page(HOME), faq_page(QUESTIONS, "Glimmer - Agency HTML Template"), about)
    assert drafted.faqs == []
    assert drafted.founders == []


@pytest.mark.parametrize("leftover", ["glimmer@example.com", "Lorem ipsum dolor sit amet, consectetur adipiscing."])
def test_a_page_with_leftovers_that_never_names_the_product_came_with_the_template(leftover: str) -> None:
    drafted = draft(page(HOME), faq_page(f"{QUESTIONS}<p>{leftover}</p>", "Questions"))
    assert drafted.faqs == []


@pytest.mark.parametrize("named", ["<footer>Tarnbrook Ltd</footer>", "<p>Write to crew@tarnbrook.test</p>"])
def test_a_page_that_names_the_product_is_its_own(named: str) -> None:
    drafted = draft(page(HOME), faq_page(f"{QUESTIONS}<p>you@example.com</p>{named}", "Questions"))
    assert [faq.question for faq in drafted.faqs] == ["How long does a project take?", "Can we meet at your office?"]


def test_a_page_without_leftovers_need_not_name_the_product() -> None:
    drafted = draft(page(HOME), faq_page(QUESTIONS, "Questions"))
    assert len(drafted.faqs) == 2


def test_a_product_may_be_a_theme() -> None:
    home = page(HOME.replace("Tarnbrook", "Glimmer"), title="Glimmer - a theme for shops", host="glimmer.test")
    faq = page(QUESTIONS, "/faq.html", "faq", title="Glimmer - a theme for shops", host="glimmer.test")
    assert len(draft(home, faq).faqs) == 2


@pytest.mark.parametrize(
    "phrase",
    [
        "We are team of talented designers making websites with Bootstrap",
        "Your Favorite Place for Free Bootstrap Themes",
        "This is a wider card with supporting text below as a natural lead-in to additional content.",
        "Each demo built with Glimmer will look different.",
        "A free and fully responsive site template",
    ],
)
def test_well_known_phrases_of_templates_are_not_drafted(phrase: str) -> None:
    site = page(f"<header>Tarnbrook</header><h1>{phrase}</h1><p>{phrase}</p>")
    assert value(draft(site), "tagline") is None
    assert value(draft(site), "short_description") is None


def test_plans_that_differ_by_their_names_only_came_with_the_template() -> None:
    items = "<ul><li>Total users 10</li><li>Unlimited styles</li><li>Backup service</li></ul>"
    copies = "".join(f"<div><h3>{name}</h3><p>$59 per month</p>{items}</div>" for name in ("Premium", "Ultimate"))
    own = (
        "<div><h3>Crew</h3><p>€190 per month</p><ul><li>Shared lists</li><li>Offline maps</li><li>Notes</li></ul></div>"
    )
    drafted = draft(page(HOME), page(f"<section class=pricing>{own}{copies}</section>", "/pricing", "pricing"))
    assert value(drafted, "pricing_summary") == "Crew: €190 per month"
    assert value(drafted, "features") == ["Shared lists", "Offline maps", "Notes"]
