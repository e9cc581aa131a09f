"""Where a product runs, by what its site says and by the stores that it links to."""

import pytest

from showground.extraction.app_stores import store_platforms
from showground.extraction.drafters.extractive.attributes import platforms
from showground.extraction.proposal import SourceQuote
from showground.extraction.reading.markup import read_markup
from showground.extraction.site_model import prepare
from tests.drafting.labelled import NOW

APPLE = "https://apps.apple.com/us/app/tallow/id6753196803"
GOOGLE = "https://play.google.com/store/apps/details?id=app.tallow&hl=en"


def in_stores(*urls: str) -> object:
    links = "".join(f'<a href="{url}">Get it</a>' for url in urls)
    page = read_markup("https://tallow.app/", f"<title>Tallow</title><main><h1>Tallow</h1>{links}</main>", NOW)
    found = store_platforms(prepare([page]))
    return found.value if found else None


def test_a_link_to_a_store_says_where_the_app_runs() -> None:
    assert in_stores(APPLE) == ["iOS"]
    assert in_stores(APPLE, GOOGLE, GOOGLE) == ["iOS", "Android"]


def test_links_to_several_apps_are_those_of_an_agency() -> None:
    assert in_stores(APPLE, "https://apps.apple.com/us/app/other/id1234567890") is None


def test_other_addresses_of_the_stores_say_nothing() -> None:
    assert in_stores("https://apps.apple.com/", "https://play.google.com/store") is None


def test_the_store_for_macs_and_those_for_extensions() -> None:
    assert in_stores("https://apps.apple.com/app/tallow/id6753196803?mt=12") == ["macOS"]
    chrome = f"https://chromewebstore.google.com/detail/tallow/{'a' * 32}"
    firefox, edge = (
        "https://addons.mozilla.org/firefox/addon/tallow/",
        "https://microsoftedge.microsoft.com/addons/detail/",
    )
    assert in_stores(chrome, firefox, f"{edge}tallow/{'b' * 32}") == ["Chrome", "Firefox", "Edge"]
    assert in_stores(chrome, f"https://chromewebstore.google.com/detail/other/{'c' * 32}") is None
    assert in_stores("https://chromewebstore.google.com/", edge) is None


def said(sentence: str) -> object:
    found = platforms([(sentence, SourceQuote(quote=sentence, url="https://tallow.app/"))])
    return found.value if found else None


def test_a_sentence_says_where_it_runs() -> None:
    assert said("Tallow is available for iOS and Android.") == ["iOS", "Android"]


@pytest.mark.parametrize(
    "sentence",
    [
        "We build native apps for iOS and Android.",
        "Custom app development for iOS and Android",
        "Wir entwickeln Apps für iOS und Android.",
        "Vi udvikler apps til iOS og Android.",
        "Nous développons des apps iOS et Android.",
    ],
)
def test_what_an_agency_builds_for_others_is_not_where_its_product_runs(sentence: str) -> None:
    assert said(sentence) is None
