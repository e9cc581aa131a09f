"""Redirect URIs of every shape: what is accepted says one thing only, in a header, in a policy and to other readers."""

from urllib.parse import parse_qs, urlsplit

import httpx2
from hypothesis import example, given
from hypothesis import strategies as st

from showground.oauth import rules
from showground.surfaces.web.account.consent import form_target
from showground.surfaces.web.content_security_policy import POLICY, SOURCE, allow_forms_to

ISSUER = "https://fair.example"

SCHEMES = st.sampled_from([
    "https", "http", "HTTPS", "javascript", "data", "intent", "ms-settings", "cursor", "com.example.app", "app.", ".x",
    "a.b", "a.b+c", "view-source:https", "blob:https", "",
])  # fmt: skip
HOSTS = st.one_of(
    st.sampled_from([
        "app.example", "localhost", "127.0.0.1", "[::1]", "[::1%25a]", "[::ffff:127.0.0.1]", "127.1", "0x7f.1", "1",
        "2130706433", "APP.example", "a_b.example", "xn--a.example", "app.example.", "-a.example", "*.app.example",
        "é.example", "a.example;script-src", "a.example 'unsafe-inline'", "a,b", "%61.example", "a..b", "",
        "\uff41.example",
    ]),
    st.text("ab.-:[]1;,'\"*@% \t\r\n\\/é", max_size=12),
)  # fmt: skip
PORTS = st.sampled_from(["", ":", ":0", ":80", ":65535", ":65536", ":+1", ":1 ", ":x", ":٣"])
USERS = st.sampled_from(["", "", "", "u@", "u:p@", "app.example@", "@"])
TAILS = st.one_of(
    st.sampled_from(["", "/", "/cb", "/cb?x=1", "?", "?x", "/a/../b", "/cb#x", "#", "/%0d%0aX:1", "\\@evil.example/"]),
    st.text(max_size=20).map(lambda text: "/" + text),
)
JOINTS = st.sampled_from(["://", ":", ":/", ":///", ":\\\\", "//"])
LIKELY = st.builds(
    lambda *parts: "".join(parts),
    st.sampled_from(["https://", "http://", "com.example.app://", "com.example.app:/"]),
    st.sampled_from(["app.example", "localhost", "127.0.0.1", "[::1]", "192.0.2.7", "xn--a.example", "APP.example"]),
    st.sampled_from(["", "", ":80", ":65535"]),
    st.one_of(TAILS, st.text("ab/?=&%;,'.-~()", max_size=12).map(lambda text: "/" + text)),
)
URIS = st.one_of(
    LIKELY,
    LIKELY,
    st.builds(lambda *parts: "".join(parts), SCHEMES, JOINTS, USERS, HOSTS, PORTS, TAILS),
    st.sampled_from(["cursor://anysphere.cursor-mcp/oauth/callback", "https://claude.ai/api/mcp/auth_callback"]),
    st.text(max_size=60),
)
STATES = st.one_of(st.none(), st.text(st.characters(exclude_categories=["Cs"]), max_size=40))


def directives(policy: str) -> dict[str, list[str]]:
    """As a browser takes a policy apart; a second policy would follow a comma."""
    assert "," not in policy
    return {name: sources for name, *sources in (part.split() for part in policy.split(";"))}


@given(URIS)
@example("https://a.example;script-src *")
@example("https://[::1]x/")
@example("http://127.0.0.1:1/\ud800")
def test_what_is_accepted_adds_one_source_to_the_policy_and_nothing_else(uri: str) -> None:
    if rules.find_redirect_uri_error(uri) is not None:
        return
    policy = allow_forms_to(POLICY, form_target(uri))
    policy.encode("ascii")
    assert policy.isprintable()
    changed, usual = directives(policy), directives(POLICY)
    own, added = changed.pop("form-action"), usual.pop("form-action")
    assert changed == usual
    assert [*added, form_target(uri)] == own
    assert not form_target(uri).startswith(("javascript", "data", "intent", "ms-"))


@given(st.one_of(URIS, HOSTS, st.text(max_size=40)))
def test_a_policy_takes_nothing_but_sources(target: str) -> None:
    own = directives(allow_forms_to(POLICY, target))
    assert own.keys() == directives(POLICY).keys()
    assert own["form-action"] == (["'self'", target] if SOURCE.fullmatch(target) else ["'self'"])


@given(URIS, STATES)
def test_the_answer_goes_where_was_registered_and_brings_back_the_state(uri: str, state: str | None) -> None:
    if rules.find_redirect_uri_error(uri) is not None:
        return
    address = rules.build_redirect(uri, ISSUER, state, code="c0de")
    assert address.isascii()
    assert address.isprintable()
    assert " " not in address
    before, after = urlsplit(uri), urlsplit(address)
    assert (after.scheme, after.netloc, after.path) == (before.scheme, before.netloc, before.path)
    assert (after.fragment, "@" in after.netloc) == ("", False)
    told = parse_qs(after.query, keep_blank_values=True)
    assert told["code"][-1] == "c0de"
    assert told["iss"][-1] == ISSUER
    assert told.get("state", [None])[-1] == (state or None)


@given(URIS)
def test_another_reader_of_addresses_sees_the_same_host(uri: str) -> None:
    if rules.find_redirect_uri_error(uri) is not None or not uri.lower().startswith("http"):
        return
    other, ours = httpx2.URL(uri), urlsplit(uri)
    assert (other.scheme, other.host, other.userinfo) == (ours.scheme, ours.hostname, b"")
    assert ours.scheme == "https" or other.host in ("localhost", "127.0.0.1", "::1")


@given(URIS, URIS)
def test_only_an_equal_address_is_registered_but_for_the_port_of_a_loopback_one(uri: str, known: str) -> None:
    assert rules.is_registered(uri, [uri])
    if uri != known and rules.is_registered(uri, [known]):
        assert rules.is_loopback(uri)
        assert rules.is_loopback(known)
        assert urlsplit(uri).hostname == urlsplit(known).hostname
