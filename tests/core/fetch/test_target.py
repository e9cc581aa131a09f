"""How addresses are read."""

# ruff: noqa: RUF001  digits that only look like digits are what is tested

import pytest

from showground.core.fetch import AddressRefused, BadUrl, CredentialsRefused, FetchFailed, SchemeRefused
from showground.core.fetch.target import read_target


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("https://example.com", "https://example.com/"),
        ("HTTPS://Example.COM:443/A?b=c#d", "https://example.com/A?b=c"),
        ("http://example.com:80/", "http://example.com/"),
        ("http://example.com:8080/", "http://example.com:8080/"),
        ("http://example.com:/", "http://example.com/"),
        ("https://example.com./", "https://example.com/"),
        ("https://bücher.example/straße?q=ü", "https://xn--bcher-kva.example/stra%C3%9Fe?q=%C3%BC"),
        ("https://straße.example/", "https://xn--strae-oqa.example/"),
        ("https://例え。テスト/", "https://xn--r8jz45g.xn--zckzah/"),
        ("https://xn--bcher-kva.example/", "https://xn--bcher-kva.example/"),
        ("https://my_site.example.com/", "https://my_site.example.com/"),
        ("https://example.com/a b%20c", "https://example.com/a%20b%20c"),
        ("https://example.com?a=b", "https://example.com/?a=b"),
        ("http://8.8.8.8/", "http://8.8.8.8/"),
        ("http://8.8.8.8./", "http://8.8.8.8/"),
        ("http://１２７．０．０．１/", "http://127.0.0.1/"),
        ("http://127。0。0。1/", "http://127.0.0.1/"),
        ("http://①②⑦.0.0.1/", "http://127.0.0.1/"),
        ("http://[2606:4700:0::1111]:8080/", "http://[2606:4700::1111]:8080/"),
    ],
)
def test_one_spelling(written: str, read: str) -> None:
    assert read_target(written).url == read


@pytest.mark.parametrize(
    "written",
    [
        "http://127.0.0.1/",
        "http://１２７．０．０．１/",
        "http://127.0.0.1./",
        "http://[::1]/",
        "http://127.0.0.\u00ad1/",
    ],
)
def test_numbers_are_known_as_such(written: str) -> None:
    ip = read_target(written).ip
    assert ip is not None
    assert ip.is_loopback


@pytest.mark.parametrize(
    ("written", "failure"),
    [
        ("", BadUrl),
        ("example.com", BadUrl),
        ("//example.com/", BadUrl),
        ("http:///path", BadUrl),
        ("http:example.com", BadUrl),
        ("http://", BadUrl),
        ("http://.", BadUrl),
        ("http://exa mple.com/", BadUrl),
        ("http://example..com/", BadUrl),
        ("http://example.com../", BadUrl),
        ("http://-example.com/", BadUrl),
        ("http://ex%61mple.com/", BadUrl),
        ("http://%31%32%37.0.0.1/", BadUrl),
        ("http://example.com\\@127.0.0.1/", BadUrl),
        ("http://example.com\\.127.0.0.1/", BadUrl),
        ("http://example.com/\r\nHost: x", BadUrl),
        ("http://exam\tple.com/", BadUrl),
        ("http://example.com:port/", BadUrl),
        ("http://example.com:0/", BadUrl),
        ("http://example.com:65536/", BadUrl),
        ("http://example.com:80:80/", BadUrl),
        ("http://example.com:８０/", BadUrl),
        ("http://[::1/", BadUrl),
        ("http://[127.0.0.1]/", BadUrl),
        ("http://[::ffff:127.0.0.1.1]/", BadUrl),
        ("http://℀.example/", BadUrl),
        ("http://\udcff.example/", BadUrl),
        ("http://example.com/\udcff", BadUrl),
        ("http://" + "a" * 64 + ".example/", BadUrl),
        ("http://" + "a." * 127 + "example/", BadUrl),
        ("http://example.com/" + "a" * 9000, BadUrl),
        ("http://user@example.com/", CredentialsRefused),
        ("http://user:password@example.com/", CredentialsRefused),
        ("http://@example.com/", CredentialsRefused),
        ("http://example.com@127.0.0.1/", CredentialsRefused),
        ("ftp://example.com/", SchemeRefused),
        ("file:///etc/passwd", SchemeRefused),
        ("gopher://example.com/", SchemeRefused),
        ("javascript:alert(1)", SchemeRefused),
        ("data:text/html,x", SchemeRefused),
        ("ws://example.com/", SchemeRefused),
        ("http://2130706433/", AddressRefused),
        ("http://017700000001/", AddressRefused),
        ("http://0177.0.0.1/", AddressRefused),
        ("http://0x7f000001/", AddressRefused),
        ("http://0x7f.0.0.1/", AddressRefused),
        ("http://0X7F.1/", AddressRefused),
        ("http://127.0.0.0x1/", AddressRefused),
        ("http://127.1/", AddressRefused),
        ("http://127.0.1/", AddressRefused),
        ("http://1.2.3.4.5/", AddressRefused),
        ("http://256.1.1.1/", AddressRefused),
        ("http://２１３０７０６４３３/", AddressRefused),
        ("http://[fe80::1%25eth0]/", AddressRefused),
    ],
)
def test_refused(written: str, failure: type[FetchFailed]) -> None:
    with pytest.raises(failure):
        read_target(written)
