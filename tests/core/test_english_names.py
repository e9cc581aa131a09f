"""Titles that are made from names in code read as a person would write them."""

import pytest

from showground.core.calls.errors import ApiError
from showground.core.english_names import SPELLINGS, title_of
from tests.support.texts import list_errors

# In any text of ours these are wrong: an acronym written as an ordinary word, or cut into its letters.
ACRONYMS = {word for word in SPELLINGS.values() if word.isupper()}


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("faq_full", "FAQ full"),
        ("buyer_vat_number", "Buyer VAT number"),
        ("demo_video_url", "Demo video URL"),
        ("oauth_request_failed", "OAuth request failed"),
        ("listing_id", "Listing ID"),
        ("seo", "SEO"),
        ("not_found_on_website", "Not found on website"),
    ],
)
def test_a_title_spells_acronyms_as_people_do(name: str, title: str) -> None:
    assert title_of(name) == title


def test_every_error_has_a_title_that_spells_its_code() -> None:
    errors = [error for error in list_errors() if issubclass(error, ApiError)]
    assert {error.code for error in errors} >= {"faq_full", "oauth_request_failed", "not_http", "invalid_redirect_uri"}
    for error in errors:
        assert error.title == title_of(error.code)
        assert not [word for word in error.title.split() if word.upper() in ACRONYMS and word != word.upper()]
        assert not [word for word in error.title.split() if len(word) == 1 and word != "a"], error.title
