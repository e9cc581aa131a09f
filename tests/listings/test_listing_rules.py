"""What holds for listings: domains, slugs."""

import pytest

from showground.core import countries, domain_names
from showground.listings import rules


@pytest.mark.parametrize(
    ("address", "domain"),
    [
        ("https://www.example.com/x?y#z", "example.com"),
        ("sub.example.com", "example.com"),
        ("HTTPS://Deep.Sub.Example.CO.UK:8443/", "example.co.uk"),
        ("https://ada.github.io/tool", "ada.github.io"),
        ("https://www.ada.github.io/tool", "ada.github.io"),
        ("github.io", "github.io"),
        ("http://user:pass@example.com./", "example.com"),
        ("http://127.0.0.2:8000/x", "127.0.0.2"),
        ("http://[2001:DB8::1]:80/", "2001:db8::1"),
        ("https://bücher.example/", "xn--bcher-kva.example"),
        ("localhost", "localhost"),
        ("", ""),
    ],
)
def test_the_domain_of_an_address(address: str, domain: str) -> None:
    assert domain_names.domain_of(address) == domain


def test_slugs_tell_namesakes_apart() -> None:
    assert rules.slug_base("Émile & Söhne", "emile.example") == "emile-sohne"
    assert rules.slug_base("東京", "tokyo.example") == "tokyo-example"
    assert len(rules.slug_base("x" * 500, "x.example")) == 200
    assert rules.number_slug("a", []) == "a"
    assert rules.number_slug("a", ["a", "a-3", "ab"]) == "a-2"
    assert rules.number_slug("a", ["a", "a-2", "a-3"]) == "a-4"


def test_a_host_that_dns_cannot_write_is_left_as_it_is() -> None:
    assert domain_names.ascii_host("https://bücher.example/") == "xn--bcher-kva.example"
    assert domain_names.ascii_host("https://ü..example/") == "ü..example"


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("pt", None),
        ("UK", "UK is not an ISO 3166 country code. Did you mean GB?"),
        ("XX", "XX is not an ISO 3166 country code."),
    ],
)
def test_a_wrong_country_code_is_refused_with_those_like_it(code: str, message: str | None) -> None:
    assert countries.judge_country(code) == message


def test_a_wrong_country_code_suggests_codes_of_the_same_letter() -> None:
    told = countries.judge_country("QZ")
    assert told is not None
    assert told.startswith("QZ is not an ISO 3166 country code. Did you mean ")
    assert "QA" in told
