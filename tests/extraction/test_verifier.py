"""Lies of every kind do not pass the verifier."""

from typing import Any

import pytest

from showground.extraction.proposal import (
    AttributeChoice,
    CategoryChoice,
    Drafted,
    DraftedFaq,
    DraftedFounder,
    DraftedMilestone,
    Proposal,
    SourceQuote,
)
from showground.extraction.reading.markup import read_markup
from showground.extraction.sources import Sources
from showground.extraction.verifier import verify
from tests.drafting.labelled import NOW

HOME, ABOUT = "https://acme.test/", "https://acme.test/about"
PAGES = [
    read_markup(
        HOME,
        """<html lang="en"><title>Acme Notes – notes for teams</title>
        <header><a href="/"><img src="/logo.svg" alt="Acme Notes"></a></header>
        <main><h1>Notes your team will actually read</h1>
        <p>Acme Notes keeps your team’s notes in one place, searchable in seconds. It is not open source.</p>
        <p>Competitors charge $99 per month, and fines reach $5,000.</p>
        <p>Join 4,000 customers in Germany and Brazil.</p>
        <section class="testimonials"><blockquote>We were founded in 1999 in Rome, Italy.</blockquote>
        <p>Bea Wells</p><p>Founder</p></section>
        <section class="pricing"><h2>Pricing</h2><h3>Pro</h3><p>$9 / month</p></section>
        <!-- Founded in 1970 --><p hidden>Acme Notes was founded in 1980.</p>
        <img src="/customers/big.svg" alt="Big logo"></main>
        <footer><p>© 2012 Acme Notes</p><p>Call +33 1 00 00 00 00</p><a href="https://x.com/">X</a>
        <a href="https://github.com/acmenotes">GitHub</a>
        <a href="mailto:hello@acme.test">hello@acme.test</a></footer>""",
        NOW,
    ),
    read_markup(
        ABOUT,
        """<html lang="en"><title>About</title><main><h1>About</h1>
        <p>Acme Notes was founded in 2021 by Jane Roe. The company is based in Berlin, Germany.</p>
        <p>On 3 May 2022 we opened the archive.</p>
        <h2>Advisors</h2><div><h3>Tom Ray</h3><p>Founder of Raylabs</p></div>
        <p>Acme Notes works offline. There is no mobile app.</p></main>""",
        NOW,
    ),
]
PAGES[0].kind, PAGES[1].kind = "home", "about"
CATEGORIES = [
    CategoryChoice(
        name="Notes",
        keywords=["notes", "wiki"],
        attributes=[
            AttributeChoice(key="works_offline", label="Works offline", kind="yes_no"),
            AttributeChoice(key="mobile_app", label="Mobile app", kind="yes_no"),
            AttributeChoice(key="open_source", label="Open source", kind="yes_no"),
            AttributeChoice(key="seats", label="Minimum seats", kind="number"),
        ],
    ),
    CategoryChoice(name="Farming", keywords=["farm", "soil"]),
]
NAME = Drafted(value="Acme Notes", quotes=[SourceQuote(quote="Acme Notes – notes for teams", url=HOME)])
FOUNDED = "Acme Notes was founded in 2021 by Jane Roe. The company is based in Berlin, Germany."


def checked(**parts: Any) -> Proposal:
    fields = {"name": NAME, **parts.pop("fields", {})}
    return verify(Proposal(fields=fields, **parts), PAGES, CATEGORIES)


def drafted(value: Any, *quotes: str, url: str = HOME) -> Drafted:
    return Drafted(value=value, quotes=[SourceQuote(quote=quote, url=url) for quote in quotes])


TRUTHS: list[tuple[str, Drafted]] = [
    ("name", NAME),
    ("tagline", drafted("Notes your team will actually read", "Notes your team will actually read")),
    # Other quotation marks, other blanks, another case: the same words.
    (
        "short_description",
        drafted("Acme Notes keeps your team's notes in one place", "acme notes  keeps your team's notes in one place"),
    ),
    ("founded_year", drafted("2021", FOUNDED, url=ABOUT)),
    ("country", drafted("DE", FOUNDED, url=ABOUT)),
    ("city", drafted("Berlin", FOUNDED, url=ABOUT)),
    ("pricing_summary", drafted("Pro: $9 / month", "Pro $9 / month")),
    ("pricing_model", drafted("subscription", "Pro $9 / month")),
    ("contact_email", drafted("hello@acme.test", "hello@acme.test")),
    ("logo_url", drafted("https://acme.test/logo.svg", "https://acme.test/logo.svg")),
    ("categories", drafted(["Notes"], "Acme Notes – notes for teams")),
    ("features", drafted(["searchable in seconds"], "searchable in seconds")),
]


@pytest.mark.parametrize(("field", "truth"), TRUTHS)
def test_what_is_true_stays(field: str, truth: Drafted) -> None:
    assert checked(fields={field: truth}).fields[field].value == truth.value


LIES: dict[str, tuple[str, Drafted]] = {
    "no quote": ("tagline", drafted("Notes your team will actually read")),
    "a quote that is on no page": ("tagline", drafted("We are the best", "We are the best")),
    "a quote of another page": ("city", drafted("Berlin", FOUNDED, url=HOME)),
    "a page that was not read": ("city", drafted("Berlin", FOUNDED, url="https://acme.test/secret")),
    "a quote from a comment": ("founded_year", drafted("1970", "Founded in 1970")),
    "a quote from hidden text": ("founded_year", drafted("1980", "Acme Notes was founded in 1980.")),
    "a quote from a testimonial": ("founded_year", drafted("1999", "We were founded in 1999 in Rome, Italy.")),
    "the place of a testimonial": ("country", drafted("IT", "We were founded in 1999 in Rome, Italy.")),
    "the year of the copyright": ("founded_year", drafted("2012", "© 2012 Acme Notes")),
    "another year than the quote": ("founded_year", drafted("2020", FOUNDED, url=ABOUT)),
    "a year in words": ("founded_year", drafted("long ago", FOUNDED, url=ABOUT)),
    "a country of customers": ("country", drafted("BR", "Join 4,000 customers in Germany and Brazil.")),
    "a country by phone code": ("country", drafted("FR", "Call +33 1 00 00 00 00")),
    "a country that is none": ("country", drafted("XX", FOUNDED, url=ABOUT)),
    "another city": ("city", drafted("Munich", FOUNDED, url=ABOUT)),
    "the price of competitors": (
        "pricing_summary",
        drafted("$99 per month", "Competitors charge $99 per month, and fines reach $5,000."),
    ),
    "another amount": ("pricing_summary", drafted("Pro: $8 / month", "Pro $9 / month")),
    "another currency": ("pricing_summary", drafted("Pro: €9 / month", "Pro $9 / month")),
    "another unit": ("pricing_summary", drafted("Pro: $9 / year", "Pro $9 / month")),
    "a model that is not said": ("pricing_model", drafted("free", "Pro $9 / month")),
    "a model that is unknown": ("pricing_model", drafted("barter", "Pro $9 / month")),
    "a trial that is not offered": ("pricing_model", drafted("free-trial", "Pro $9 / month")),
    "a stage that is not said": ("stage", drafted("established", "Join 4,000 customers in Germany and Brazil.")),
    "another address": ("contact_email", drafted("sales@acme.test", "hello@acme.test")),
    "a logo that is nowhere": ("logo_url", drafted("https://acme.test/other.svg", "https://acme.test/other.svg")),
    "a customer's logo": (
        "logo_url",
        drafted("https://acme.test/customers/big.svg", "https://acme.test/customers/big.svg"),
    ),
    "a video that is nowhere": ("demo_video_url", drafted("https://youtu.be/abcdefgh", "Notes your team")),
    "a category that is unknown": ("categories", drafted(["Rockets"], "Acme Notes – notes for teams")),
    "a category that is not said": ("categories", drafted(["Farming"], "Acme Notes – notes for teams")),
    "a number that is not there": (
        "short_description",
        drafted("Acme Notes keeps notes of 9,000 customers", "Join 4,000 customers in Germany and Brazil."),
    ),
    "a name that is not there": (
        "short_description",
        drafted("Notes for Google in one place", "Acme Notes keeps your team’s notes in one place"),
    ),
    "words that are not there": (
        "description",
        drafted(
            "Acme Notes cures insomnia and writes novels in one place",
            "Acme Notes keeps your team’s notes in one place, searchable in seconds.",
        ),
    ),
    "what is denied": ("tagline", drafted("open source", "It is not open source.")),
    "what is denied, in other words": ("tagline", drafted("It is open source", "It is not open source.")),
    "a feature that is not said": ("features", drafted(["Time travel"], "searchable in seconds")),
    "too long": ("tagline", drafted("Notes your team will actually read " * 20, "Notes your team will actually read")),
    "no text": ("tagline", drafted(7, "Notes your team will actually read")),
    "an unknown field": ("revenue", drafted("1", "Notes your team will actually read")),
}


@pytest.mark.parametrize("kind", LIES)
def test_no_lie_passes(kind: str) -> None:
    field, lie = LIES[kind]
    assert field not in checked(fields={field: lie}).fields


def test_a_name_of_somebody_else_is_dropped() -> None:
    proposal = verify(Proposal(fields={"name": drafted("Bea Wells", "Bea Wells")}), PAGES, CATEGORIES)
    assert proposal.fields == {}
    proposal = verify(Proposal(fields={"name": drafted("Raylabs", "Founder of Raylabs", url=ABOUT)}), PAGES, CATEGORIES)
    assert proposal.fields == {}


def test_lists_lose_only_what_is_wrong() -> None:
    given = drafted(["searchable in seconds", "Time travel"], "searchable in seconds", "Time travel")
    assert checked(fields={"features": given}).fields["features"].value == ["searchable in seconds"]


def founder(name: str, *quotes: str, url: str = ABOUT, title: str | None = None) -> DraftedFounder:
    return DraftedFounder(name=name, title=title, quotes=[SourceQuote(quote=quote, url=url) for quote in quotes])


def test_founders() -> None:
    given = [
        founder("Jane Roe", FOUNDED, title="Nobel laureate"),
        founder("Bea Wells", "Bea Wells", "Founder", url=HOME),
        founder("Tom Ray", "Tom Ray Founder of Raylabs"),
        founder("Tom Ray", "Tom Ray"),
        founder("Ada Lovelace", FOUNDED),
        founder("Acme Notes", FOUNDED),
    ]
    founders = checked(founders=given).founders
    assert [(one.name, one.title) for one in founders] == [("Jane Roe", None)]


def test_faqs() -> None:
    quote = SourceQuote(quote="Acme Notes works offline.", url=ABOUT)
    asked = DraftedFaq(question="Does it fly?", answer="Acme Notes works offline.", quotes=[quote])
    assert checked(faqs=[asked]).faqs == []


def test_socials() -> None:
    given = {
        "github": drafted("https://github.com/acmenotes", "https://github.com/acmenotes"),
        "x": drafted("https://x.com/acmenotes", "https://x.com/acmenotes"),
        "linkedin": drafted("https://github.com/acmenotes", "https://github.com/acmenotes"),
        "facebook": drafted("https://x.com/", "https://x.com/"),
        "myspace": drafted("https://github.com/acmenotes", "https://github.com/acmenotes"),
    }
    assert list(checked(company_socials=given).company_socials) == ["github"]


def test_milestones() -> None:
    quotes = [SourceQuote(quote="On 3 May 2022 we opened the archive.", url=ABOUT)]
    true = DraftedMilestone(date="2022-05-03", title="we opened the archive", quotes=quotes)
    lies = [
        DraftedMilestone(date="2022-05-04", title="we opened the archive", quotes=quotes),
        DraftedMilestone(date="2022-05-03", title="we went public", quotes=quotes),
        DraftedMilestone(date="2022-05", title="we opened the archive", quotes=quotes),
    ]
    assert checked(milestones=[true, *lies]).milestones == [true]


def test_attributes() -> None:
    given = {
        "works_offline": drafted(True, "Acme Notes works offline.", url=ABOUT),
        "mobile_app": drafted(True, "There is no mobile app.", url=ABOUT),
        "open_source": drafted(True, "It is not open source."),
        "seats": drafted(5, "Acme Notes works offline.", url=ABOUT),
        "unknown": drafted("x", "Acme Notes works offline.", url=ABOUT),
    }
    assert {key: value.value for key, value in checked(attributes=given).attributes.items()} == {"works_offline": True}
    given = {"mobile_app": drafted(False, "There is no mobile app.", url=ABOUT)}
    assert checked(attributes=given).attributes["mobile_app"].value is False


def test_where_pages_disagree_nothing_stands_and_it_is_said() -> None:
    other = read_markup(HOME, "<title>Acme Notes</title><h1>Acme Notes</h1><p>Acme Notes was founded in 2015.</p>", NOW)
    other.kind = "home"
    true = drafted("2021", FOUNDED, url=ABOUT)
    proposal = verify(Proposal(fields={"name": NAME, "founded_year": true}), [other, PAGES[1]], CATEGORIES)
    assert "founded_year" not in proposal.fields
    assert [problem.code for problem in proposal.problems] == ["contradiction"]
    assert "2015" in proposal.problems[0].detail


def test_where_it_began_counts_only_where_nothing_else_is_said() -> None:
    began = "Acme Notes was founded in 2021 in Porto, Portugal."
    alone = read_markup(HOME, f"<title>Acme Notes</title><h1>Acme Notes</h1><p>{began}</p>", NOW)
    alone.kind = "home"
    given = Proposal(fields={"name": NAME, "city": drafted("Porto", began), "country": drafted("PT", began)})
    assert {"city", "country"} <= set(verify(given, [alone], CATEGORIES).fields)
    assert not {"city", "country"} & set(verify(given, [alone, PAGES[1]], CATEGORIES).fields)


def test_names_under_a_heading_of_founders() -> None:
    people = "<h2>Founders</h2><div><h3>Ann Lee</h3><p>CEO</p></div><h2>Team</h2><div><h3>Rob Fox</h3><p>CTO</p></div>"
    page = read_markup(ABOUT, f"<title>Acme Notes</title><h1>About</h1>{people}", NOW)
    page.kind = "about"
    given = [founder("Ann Lee", "Ann Lee CEO", title="CEO"), founder("Rob Fox", "Rob Fox CTO", title="CTO")]
    found = verify(Proposal(fields={"name": NAME}, founders=given), [PAGES[0], page], CATEGORIES).founders
    assert [(one.name, one.title) for one in found] == [("Ann Lee", "CEO")]


def test_a_quote_that_only_machines_read_is_labelled() -> None:
    html = """<title>Acme</title><meta name=description content="Acme keeps notes for teams.">
    <script type=application/ld+json>{"@type": "Organization", "name": "Acme", "foundingDate": "2019"}</script>
    <h1>Acme</h1><p>Write to hi@acme.test.</p><a href=https://x.com/acme>X</a>"""
    page = read_markup("https://acme.test/", html, NOW)
    texts = ("Write to hi@acme.test.", "Acme", "https://x.com/acme", "2019", "Acme keeps notes for teams.", "Nowhere")
    quotes = Sources([page]).real([SourceQuote(quote=text, url=page.url) for text in texts])
    assert [(quote.quote, quote.source) for quote in quotes] == [
        ("Write to hi@acme.test.", "page"),
        ("Acme", "page"),
        ("https://x.com/acme", "page"),
        ("2019", "structured_data"),
        ("Acme keeps notes for teams.", "structured_data"),
    ]
