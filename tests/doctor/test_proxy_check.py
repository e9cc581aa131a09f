"""What `showground doctor` says about proxies that are not trusted, and about networks that should not be."""

from collections.abc import Callable
from ipaddress import ip_network
from pathlib import Path
from urllib.request import Request as Sent
from urllib.request import urlopen

import pytest

from showground.core.site_probe import SeenRequest
from showground.doctor.site import find_problem, is_too_wide
from tests.support.certificates import Authority
from tests.support.command import free_port, running_warm, showground
from tests.support.dns import DnsServer
from tests.support.site import Answer, Request, Site

PROXY, FAR = "10.0.0.1", "198.51.100.9"


def proxy_to(port: int, forwarded: str | None) -> Callable[[Request], Answer]:
    """A page of a proxy that asks this port, for a visitor who has come a long way."""

    def answer(request: Request) -> Answer:
        headers = {name: value for name, value in request.headers.items() if name.lower() not in ("host", "connection")}
        headers |= {"X-Forwarded-For": forwarded} if forwarded else {}
        with urlopen(Sent(f"http://127.0.0.1:{port}{request.path}", headers=headers)) as got:
            return Answer(got.read(), type="text/plain")

    return answer


@pytest.mark.slow
@pytest.mark.parametrize(
    ("trusted", "forwarded", "said"),
    [
        ("127.0.0.1", FAR, None),
        ("10.0.0.1", FAR, "BAD  proxy       your proxy at 127.0.0.1 is not in SHOWGROUND_TRUSTED_PROXIES, so all its"),
        (
            "127.0.0.1",
            f"{FAR}, 192.0.2.7",
            "BAD  proxy       your proxy at 192.0.2.7 is not in SHOWGROUND_TRUSTED_PROXIES, so all its",
        ),
        ("127.0.0.1", None, "BAD  proxy       your proxy at 127.0.0.1 sends no X-Forwarded-For, so all visitors share"),
        ("127.0.0.1,0.0.0.0/0", FAR, "BAD  proxy       SHOWGROUND_TRUSTED_PROXIES contains 0.0.0.0/0, which is far"),
        ("", FAR, "BAD  proxy       your proxy at 127.0.0.1 is not in SHOWGROUND_TRUSTED_PROXIES, so all its visitors"),
    ],
)
def test_a_site_behind_a_proxy(
    trusted: str, forwarded: str | None, said: str | None, database_url: str, tmp_path: Path
) -> None:
    authority, port = Authority(tmp_path), free_port()
    pages = {"/healthz": proxy_to(port, forwarded)}
    with DnsServer() as dns, Site(pages, tls=authority.server("launches.test")) as proxy:
        dns.records["launches.test"] = [proxy.host]
        around = {
            "env": "production", "secret": "0123456789abcdef" * 4, "payments": "off", "smtp_url": "smtp://127.0.0.1:1",
            "database_url": database_url, "data_dir": tmp_path, "site_url": f"https://launches.test:{proxy.port}",
            "dns_server": f"127.0.0.1:{dns.address[1]}", "ca_file": authority.file, "trusted_proxies": trusted,
        }  # fmt: skip
        with running_warm("serve", "--no-jobs", port=port, **around) as server:
            assert server.get("/healthz").text == "alive\n"
            lines = showground("doctor", **around).stdout.splitlines()
            assert server.stop() == 0
    assert any(line.startswith("ok   site ") for line in lines)
    found = [line for line in lines if line[5:].startswith("proxy")]
    assert len(found) == (0 if said is None else 1)
    assert said is None or found[0].startswith(said)


@pytest.mark.parametrize(
    ("network", "too_wide"),
    [
        ("0.0.0.0/0", True),
        ("128.0.0.0/1", True),
        ("11.0.0.0/8", True),
        ("::/0", True),
        ("2000::/3", True),
        ("10.0.0.0/8", False),
        ("127.0.0.0/8", False),
        ("172.16.0.0/12", False),
        ("104.64.0.0/10", False),  # of a network that serves other websites
        ("2a06:98c0::/29", False),
        ("fc00::/7", False),
        ("fe80::/10", False),
        ("198.51.100.9/32", False),
    ],
)
def test_networks_that_belong_to_many(network: str, *, too_wide: bool) -> None:
    assert is_too_wide(ip_network(network)) is too_wide


@pytest.mark.parametrize(
    ("peer", "taken", "forwarded", "untrusted"),
    [
        (PROXY, FAR, FAR, None),
        (PROXY, PROXY, FAR, PROXY),
        (PROXY, PROXY, PROXY, None),  # we are on the proxy's own machine
        (PROXY, FAR, f"{FAR}, 10.0.0.2", None),
        (PROXY, "192.0.2.7", f"{FAR}, 192.0.2.7", "192.0.2.7"),
        (PROXY, "192.0.2.7", f"{FAR}, 192.0.2.7, 10.0.0.2", "192.0.2.7"),
        (PROXY, "10.0.0.3", "10.0.0.3, 10.0.0.2", None),  # inside, all are trusted
        ("::ffff:10.0.0.1", PROXY, FAR, PROXY),
        ("::ffff:10.0.0.1", FAR, FAR, None),
        (PROXY, PROXY, f"{FAR}:1234", None),
        (PROXY, PROXY, "unknown", None),
        (PROXY, PROXY, "", "sends no X-Forwarded-For"),
        (FAR, FAR, "", None),
        ("", "", "", None),
    ],
)
def test_evidence_of_a_proxy_that_is_not_trusted(peer: str, taken: str, forwarded: str, untrusted: str | None) -> None:
    seen = SeenRequest(peer=peer, address=taken, forwarded=forwarded)
    problem = find_problem(seen, (ip_network("10.0.0.0/8"),))
    assert (problem is None) == (untrusted is None)
    assert untrusted is None or untrusted in (problem or "")
