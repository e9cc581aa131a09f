"""Redirect URIs, documents, PKCE, scopes and resources: what fits and what does not."""

import pytest

from showground.oauth import rules

RESOURCES = ("https://a.example/mcp", "https://a.example/api/v1")


@pytest.mark.parametrize(
    "uri",
    ["https://app.example/cb", "https://app.example", "https://app.example:8443/cb?x=1", "http://127.0.0.1/cb",
     "http://localhost:5555/cb", "http://[::1]:5555/", "com.example.app:/back", "com.example.app://back?x=1",
     "https://192.0.2.7/cb", "https://xn--bcher-kva.example/cb", "https://localhost/cb", "https://APP.example/cb",
     "cursor://anysphere.cursor-mcp/oauth/callback"],
)  # fmt: skip
def test_addresses_that_an_app_may_register(uri: str) -> None:
    assert rules.find_redirect_uri_error(uri) is None


def test_an_endless_address_is_refused_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parsing a megabyte of combining marks takes minutes."""

    def split(_: str) -> None:
        raise AssertionError("it was parsed")

    monkeypatch.setattr("showground.core.web_address.urlsplit", split)
    endless = "https://a" + "\u0315\u0300" * 200_000 + ".example/cb"
    assert rules.find_redirect_uri_error(endless) is not None
    assert not rules.is_loopback(endless)
    assert not rules.is_document_address(endless)


@pytest.mark.parametrize(
    "uri",
    ["", "app", "/back", "javascript:alert(1)", "JavaScript://x", "data:text/html,x", "http://app.example/cb",
     "http://127.0.0.1.evil.example/", "https://*.app.example/", "https://app.example/#x", "https://a@app.example/",
     "https://app.example/a b", "https://app.example/\n", "https:///cb", "https://app.example:99999/", "file:///etc",
     "http://localhost@evil.example/", "https://app.example/é", "https://app.example/" + "x" * 2000,
     "https://app.example\\@evil.example/", "about:blank",
     # schemes that anybody may claim, or that programs of the system answer to
     "trellis://back", "intent://x", "ms-settings:privacy", "ms-officecmd:x", "search-ms:query=x", "vscode://x/y",
     "cursor://anysphere.cursor-deeplink/mcp/install?config=x", "cursor://anysphere.cursor-mcp/oauth/callback?x",
     "CURSOR://anysphere.cursor-mcp/oauth/callback", "com.:/x", ".com:/x", "com..app:/x", "com.example.app:",
     "com.example.app://u@back", "com.example+x:/y", "1com.example:/x",
     # hosts that would say something else in a policy, or lead elsewhere than they seem to
     "https://a.example;script-src/cb", "https://a.example,b.example/", "https://a.example'unsafe-inline'/",
     "https://a_b.example/", "https://a.example./", "https://.a.example/", "https://a..example/", "https://-a.example/",
     "https://a%2eexample/", "https://a.example:/cb", "https://a.example:0/", "https://a.example:+80/",
     "https://2130706433/", "https://127.1/", "https://0x7f.0.0.1/", "https://127.0.0.01/", "https://[::ffff:7f00:1]/",
     "https://[::1%25eth0]/", "http://[::1", "http://[::1]x/", "http://127.0.0.2/", "https://" + "a" * 64 + ".example/",
     "https://" + "a." * 127 + "example/", "https://a.example/<x>", 'https://a.example/"', "https://a.example/{x}",
     "https://a.example/|", "https://a.example/^", "https://a.example/`"],
)  # fmt: skip
def test_addresses_that_no_app_may_register(uri: str) -> None:
    assert rules.find_redirect_uri_error(uri)


def test_a_redirect_is_compared_letter_by_letter() -> None:
    known = ["https://app.example/cb?x=1"]
    assert rules.is_registered("https://app.example/cb?x=1", known)
    for other in (
        "https://app.example/cb", "https://app.example/cb/", "https://app.example/cb?x=2", "https://APP.example/cb?x=1",
        "https://app.example:443/cb?x=1", "http://app.example/cb?x=1", "https://app.example.evil.example/cb?x=1",
        "https://u@app.example/cb?x=1", "https://app.example/cb?x=1#", "https://app.example/a/../cb?x=1",
        "https://app.example/cb?x=1&y=2",
    ):  # fmt: skip
        assert not rules.is_registered(other, known), other


def test_only_the_port_of_a_loopback_address_is_free() -> None:
    for known in ("http://127.0.0.1/cb", "http://127.0.0.1:7777/cb"):
        for good in ("http://127.0.0.1/cb", "http://127.0.0.1:1/cb", "http://127.0.0.1:65535/cb"):
            assert rules.is_registered(good, [known])
        for bad in (
            "http://localhost:1/cb", "http://127.0.0.1:1/other", "http://127.0.0.1:1/cb?x", "https://127.0.0.1:1/cb",
            "http://u@127.0.0.1:1/cb", "http://127.0.0.1:1/cb#x", "http://127.0.0.2:1/cb", "http://127.0.0.1:x/cb",
            "http://127.0.0.1:1/\r\ncb", "http://127.0.0.1:1/\tcb", " http://127.0.0.1:1/cb", "http://127.0.0.1:1/cb\n",
        ):  # fmt: skip
            assert not rules.is_registered(bad, [known]), bad
    assert rules.is_registered("http://[::1]:81/", ["http://[::1]/"])
    assert not rules.is_registered("https://app.example:81/cb", ["https://app.example/cb"])


def test_addresses_of_documents() -> None:
    assert rules.is_document_address("https://app.example/client.json")
    for bad in (
        "http://app.example/client.json", "https://app.example", "https://app.example/", "https://a@app.example/c",
        "https://app.example/c#x", "https://app.example/../c", "app_123", "https://app.example:x/c", "",
        "https://a_b.example/c", "https://app.example./c", "https://127.1/c", "https://app.example/a b",
    ):  # fmt: skip
        assert not rules.is_document_address(bad), bad


def test_pkce() -> None:
    """The example of RFC 7636."""
    verifier, challenge = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    assert rules.verify_pkce(verifier, challenge)
    assert not rules.verify_pkce(verifier[:-1] + "x", challenge)
    assert not rules.verify_pkce(challenge, challenge)
    assert not rules.verify_pkce("short", challenge)
    assert not rules.verify_pkce("é" * 43, challenge)


def test_scopes_and_resources() -> None:
    known = ["account:read", "listings:write"]
    assert rules.choose_scopes(None, known) == rules.choose_scopes(" ", known) == known
    assert rules.choose_scopes("listings:write offline_access", known) == ["listings:write"]
    assert rules.choose_scopes("staff person", known) == []
    assert rules.choose_resource(None, RESOURCES) == rules.choose_resource("https://a.example/mcp/", RESOURCES)
    assert rules.choose_resource("https://a.example/api/v1", RESOURCES) == "https://a.example/api/v1"
    for other in ("https://evil.example/mcp", "https://a.example", "https://a.example/mcp/x", "HTTPS://a.example/mcp"):
        assert rules.choose_resource(other, RESOURCES) is None


def test_answers_keep_the_query_of_the_address() -> None:
    assert rules.build_redirect("app:/cb?x=1", "https://a.example", "é&", code="c") == (
        "app:/cb?x=1&code=c&state=%C3%A9%26&iss=https%3A%2F%2Fa.example"
    )
    assert rules.build_redirect("https://b.example/", "https://a.example", None, error="e") == (
        "https://b.example/?error=e&iss=https%3A%2F%2Fa.example"
    )
    assert "state" not in rules.build_redirect("https://b.example/", "https://a.example", "", error="e")


@pytest.mark.parametrize(
    ("given", "name"),
    [("  Trellis ", "Trellis"), ("x" * 200, "x" * 100), ("two\nlines", ""), (None, ""), (7, "")],
)
def test_an_app_is_called_by_one_plain_line(given: object, name: str) -> None:
    assert rules.read_name(given) == name


@pytest.mark.parametrize(
    ("uri", "host"),
    [
        ("https://app.example:8443/cb", "app.example:8443"),
        ("http://127.0.0.1/cb", "127.0.0.1"),
        ("com.example.app:/back", "com.example.app:"),
    ],
)
def test_a_person_reads_where_a_redirect_leads(uri: str, host: str) -> None:
    assert rules.return_host(uri) == host
