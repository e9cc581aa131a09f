"""What of a draft fits a listing."""

from datetime import UTC, datetime
from typing import Any

import pytest

from showground.drafting import listing_mapping
from showground.drafting.fields import DraftField
from showground.extraction.proposal import Drafted, SourceQuote


@pytest.mark.parametrize(
    ("key", "value", "fitted"),
    [
        ("stage", "Early Access", "early-access"),
        ("pricing_model", "有料", "有料"),
        ("founded_year", "1800", 1800),
        ("founded_year", "2101", None),
        ("founded_year", "2019 or so", None),
        ("contact_email", "hello@tidewater.test", "hello@tidewater.test"),
        ("contact_email", "hello@tidewater", None),
        ("contact_email", "<b>@x.example", None),
        ("logo_url", "tidewater.example/logo.svg", "https://tidewater.example/logo.svg"),
        ("logo_url", "javascript:alert(1)", None),
        ("demo_video_url", "data:text/html,x", None),
        ("demo_video_url", "http://[", None),
        ("company_socials.x", "https://x.com/a b", None),
        ("company_socials.x", "x.com/tidewater", "https://x.com/tidewater"),
        ("story.title", "javascript:alert(1)", "javascript:alert(1)"),
        ("features", ["a"], ["a"]),
        ("city", None, None),
    ],
)
def test_values_as_a_listing_has_them(key: str, value: Any, fitted: Any) -> None:
    entry = DraftField(value=value, state="manual")
    assert listing_mapping.fit(key, entry) == fitted
    assert bool(listing_mapping.find_unfit({key: entry})) == (value is not None and fitted is None)


def test_a_snapshot_says_what_was_found_where_and_when() -> None:
    at = datetime(2026, 3, 11, tzinfo=UTC)
    quote = SourceQuote(quote="Porto", url="https://t.example/")
    entries = {
        "city": DraftField(value="Porto", state="ai", evidence=[quote]),
        "country": DraftField(state="deleted", original=Drafted(value="PT", quotes=[quote])),
        "stage": DraftField(state="deleted"),
    }
    said = listing_mapping.snapshot(entries, None, {"https://t.example/": at})
    assert said["city"]["evidence"] == [
        {"quote": "Porto", "url": "https://t.example/", "read_at": at.isoformat(), "source": "page"}
    ]
    assert [key for key, it in said.items() if it.get("not_found")] == [
        *("stage", "name", "tagline", "short_description", "description", "pricing_model", "pricing_summary"),
        *("founded_year", "contact_email", "demo_video_url", "logo_url", "features", "usps"),
    ]
    assert not any(it.get("not_found") for it in listing_mapping.snapshot(entries, None, {}).values())
