"""A text that turns the direction of writing does so within itself alone, on pages and in mails."""

import pytest
from markupsafe import Markup

from showground.core.bidi import keep_directions
from showground.core.mail.templates import write
from showground.surfaces.web.assets import Assets
from showground.surfaces.web.templates_engine import environment
from tests.support.dispatcher import SITE

LRE, RLE, PDF, LRO, RLO = "\u202a\u202b\u202c\u202d\u202e"
LRI, RLI, FSI, PDI = "\u2066\u2067\u2068\u2069"


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        (f"Tide{RLO}retaw", f"Tide{RLO}retaw{PDF}"),
        (f"{LRE}{RLI}a{LRO}b", f"{LRE}{RLI}a{LRO}b{PDF}{PDI}{PDF}"),
        (f"{FSI}a{RLE}b{PDI}c", f"{FSI}a{RLE}b{PDI}c"),
        (f"a{PDF}b{PDI}c", "abc"),
        (f"{RLI}a{PDF}b", f"{RLI}ab{PDI}"),
        (f"{LRI}שלום{PDI} {RLE}عالم{PDF}", f"{LRI}שלום{PDI} {RLE}عالم{PDF}"),
    ],
)
def test_what_is_begun_is_ended_and_nothing_else(written: str, shown: str) -> None:
    assert keep_directions(written) == shown
    assert keep_directions(shown) == shown


@pytest.mark.parametrize(
    "value",
    [
        "Tidewater",
        "👩\N{ZERO WIDTH JOINER}💻",
        "می\N{ZERO WIDTH NON-JOINER}روم",
        "\N{RIGHT-TO-LEFT MARK}שלט!\N{LEFT-TO-RIGHT MARK}",
        7,
        None,
        Markup("<b>\N{RIGHT-TO-LEFT OVERRIDE}</b>"),
    ],
)
def test_all_else_stays_as_it_is(value: object) -> None:
    assert keep_directions(value) is value


def test_pages_and_mails_show_it_so() -> None:
    page = environment(SITE, Assets()).from_string('<b title="{{ name }}">{{ name }}</b> wins')
    assert page.render(name=f"<{RLO}") == f'<b title="&lt;{RLO}{PDF}">&lt;{RLO}{PDF}</b> wins'
    mail = write(SITE, "a@b.example", "listing_suspended", unsubscribe_url=None, listing=f"Tide{RLO}", why="Spam")
    for text in (mail.subject, mail.body_text, mail.body_html):
        assert text.count(RLO) == text.count(f"Tide{RLO}{PDF}") >= 1
