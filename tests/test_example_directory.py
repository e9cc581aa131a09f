"""The example directory of docs/: a script makes a fresh site somebody's own, and then nothing names the software.

Visitors, founders and buyers see the operator's name everywhere. What may name the software, and is not searched:
- Staff pages (commands such as `showground doctor`) and metrics (`showground_…`): only the operator reads them.
- The email `exchange_rate_missing`, which names a setting, for the same reason.
- "Powered by Showground" in the footer, while it is switched on.
Prefixes of API keys and tokens (`sg_live_`) are fixed, so that scanners find leaked keys; they don't spell the name.
"""

import html
import io
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Generator, Iterable
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client
from PIL import Image
from pypdf import PdfReader

from tests.support.command import LONG, ROOT, before_long, free_port, running_warm, showground, surroundings
from tests.support.dns import DnsServer
from tests.support.folders import temporary_folder
from tests.support.site import Site
from tests.support.smtp import Sink, running_sink
from tests.support.warm_program import warm_program

pytestmark = pytest.mark.slow

EXAMPLE = ROOT / "docs" / "example-directory"
NAME = "Nordic Climate Tools"
SOFTWARE = re.compile(r".{0,60}showground.{0,60}", re.IGNORECASE)
FOUNDER, READER = "kari@fjordvarme.example", "leser@leser.example"
HOST = "fjordvarme.test"
WEBSITE = """<!doctype html><html lang="de"><title>Fjordvarme: Wärmepumpen planen</title>
<meta name="description" content="Fjordvarme plant Wärmepumpen für alte Häuser, vom Dach bis in den Keller.">
<body><main><h1>Wärmepumpen für alte Häuser</h1>
<p>Fjordvarme plant Wärmepumpen für alte Häuser, vom Dach bis in den Keller. Es misst die Heizlast, zeichnet die Rohre
und rechnet aus, was die Heizung im Winter kostet.</p>
<h2>Funktionen</h2><ul><li>Heizlast messen</li><li>Rohre zeichnen</li><li>Kosten rechnen</li></ul>
<h2>Preise</h2><p>Fjordvarme kostet 12 € im Monat.</p></main><footer>© Fjordvarme AS, Bergen</footer></body></html>"""
STAFF_EMAILS = {"exchange_rate_missing"}
ADDRESS = re.compile(r'(?:href|src|content)="([^"]+)"|<loc>([^<]+)</loc>|<link>([^<]+)</link>')
# Pages that nothing links to, and what programs ask for first.
START = (
    "/", "/nowhere", "/sitemap.xml", "/robots.txt", "/llms.txt", "/opensearch.xml", "/favicon.ico", "/sign-in",
    "/contact", "/submit", "/agents", "/crawler", "/advertise", "/abuse", "/privacy", "/terms", "/compare", "/founders",
    "/awards", "/leaderboards", "/blog", "/updates", "/docs/api", "/.well-known/security.txt",
    "/.well-known/oauth-authorization-server", "/.well-known/oauth-protected-resource",
    "/.well-known/oauth-protected-resource/mcp", "/.well-known/openid-configuration",
    "/.well-known/agent-skills/index.json", "/.well-known/api-catalog", "/.well-known/mcp/server-card.json",
    "/api/v1/openapi.json",
)  # fmt: skip
OWN_PAGES = ("/dashboard", "/account", "/me", "/submit")  # of somebody who is signed in
KINDS = {
    "listings", "categories", "launches", "feeds", "sitemaps", "badges", "pages", "brand", "api", "docs", "dashboard",
    "account", "static", ".well-known",
}  # fmt: skip
# Filters and pages of lists differ from the first page only in what they list, badges only in colours and size; signing
# out would end the walk.
NOT_WALKED = re.compile(
    r".*[?&](country|page|sort|stage|pricing_model|lang)=|/sign-out|/admin|/checkout/|/orders/|/sandbox/"
    r"|/badges/.*-(light|dark)-|/badges/.*-[sl]\.svg|/pictures/weeks/"
)


@dataclass
class Search:
    """Remembers where the software is named."""

    found: list[str] = field(default_factory=list[str])
    searched: set[str] = field(default_factory=set[str])

    def look(self, where: str, text: str) -> None:
        self.searched.add(where)
        if "showground" in text.lower():  # the pattern, which tells where, takes a hundred times as long
            self.found += [f"{where}: {found.strip()}" for found in SOFTWARE.findall(text)]

    def look_at(self, where: str, answer: httpx2.Response) -> None:
        assert answer.status_code < 500, (where, answer.text)
        self.look(f"headers of {where}", "\n".join(f"{name}: {value}" for name, value in answer.headers.items()))
        if answer.headers.get("content-type", "").startswith("application/pdf"):
            self.look(where, read_pdf(answer.content))
        else:
            self.look(where, answer.content.decode(errors="replace"))


def read_pdf(content: bytes) -> str:
    """What a PDF says on its pages, in its metadata and in its attachments."""
    read = PdfReader(io.BytesIO(content))
    metadata = read.xmp_metadata.stream.get_data().decode() if read.xmp_metadata else ""
    attached = [part.decode() for parts in read.attachments.values() for part in parts]
    return "\n".join([*(page.extract_text() for page in read.pages), str(read.metadata), metadata, *attached])


def read_email(message: EmailMessage) -> str:
    parts = [str(part.get_content()) for part in message.walk() if part.get_content_maintype() == "text"]
    return "\n".join([*(f"{name}: {value}" for name, value in message.items()), *parts])


@dataclass
class Directory:
    """The example directory as it runs, and what its mail server and a product's website got."""

    url: str
    settings: dict[str, Any]
    sink: Sink
    website: Site
    search: Search = field(default_factory=Search)

    def browser(self) -> httpx2.Client:
        headers = {"Origin": self.url, "Sec-Fetch-Site": "same-origin"}
        return httpx2.Client(base_url=self.url, headers=headers, timeout=LONG, follow_redirects=True)

    def emails(self, to: str = "") -> list[EmailMessage]:
        return [message for message in self.sink.messages() if to in str(message["To"])]

    def links(self, email: str, pattern: str) -> list[str]:
        """What links of this kind were emailed to somebody."""
        return [found for mail in self.emails(email) for found in re.findall(pattern, read_email(mail))]

    def sign_in(self, browser: httpx2.Client, email: str) -> None:
        """With the link from an email, as everybody does."""
        self.search.look_at("a sent sign-in form", browser.post("/sign-in", data={"email": email}))
        assert before_long(lambda: bool(self.links(email, r"/sign-in/[\w-]+")))
        link = self.links(email, r"/sign-in/[\w-]+")[0]
        self.search.look_at("the page of a sign-in link", browser.get(link))
        assert browser.post(link).status_code == 200


@contextmanager
def building(sink: Sink) -> Generator[Directory]:
    """Start a fresh site with the example's settings, and run its script."""
    with ExitStack() as stack:
        folder = stack.enter_context(temporary_folder())
        website = stack.enter_context(Site({"/": WEBSITE, "/robots.txt": "User-agent: *\nAllow: /\n"}))
        names = stack.enter_context(DnsServer({HOST: [website.host]}))
        port = free_port()
        url = f"http://localhost:{port}"
        settings: dict[str, Any] = {
            **read_settings(),
            "data_dir": folder / "data",
            "site_url": url,
            "smtp_url": f"smtp://127.0.0.1:{sink.port}",
            "dns_server": "{}:{}".format(*names.address),
            "fetch_allow": "127.0.0.0/8",
            "crawl_seconds": "0",
            "rate_limits": "off",
        }
        server = stack.enter_context(running_warm("serve", port=port, **settings))
        assert server.get("/readyz").status_code == 200, server.output
        program = stack.enter_context(warm_program())
        command = [sys.executable, str(EXAMPLE / "build.py"), url, "--command", str(program)]
        built = subprocess.run(
            command, env=surroundings(settings), cwd=folder, capture_output=True, text=True, timeout=LONG, check=False
        )
        assert (built.returncode, built.stderr) == (0, ""), built.stdout + built.stderr
        yield Directory(url, settings, sink, website)
        assert server.stop() == 0


@pytest.mark.parametrize("address", ["http://127.0.0.1:{port}", "http://127.0.0.1:{port}/", "localhost:8000", "here"])
def test_a_site_that_does_not_answer_is_told_in_a_sentence(address: str) -> None:
    site = address.format(port=free_port())
    command = [sys.executable, str(EXAMPLE / "build.py"), site, "--command", "no-such-command"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=LONG, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"{site.rstrip('/')} can't be reached (")
    assert done.stderr.endswith("). Start the site with `showground serve`, or correct the address.\n")


def test_a_command_that_cannot_be_run_is_told_in_a_sentence() -> None:
    with Site({"/healthz": "alive"}) as site:
        command = [sys.executable, str(EXAMPLE / "build.py"), site.url, "--command", "no-such-command x"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=LONG, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("no-such-command x can't be run (")
    assert done.stderr.endswith("). Correct --command.\n")


def read_settings() -> dict[str, str]:
    """Those of settings.env, as a shell reads them."""
    lines = [line for line in (EXAMPLE / "settings.env").read_text().splitlines() if line and not line.startswith("#")]
    pairs = [line.partition("=") for line in lines]
    return {name.removeprefix("SHOWGROUND_").lower(): value.strip('"') for name, _, value in pairs}


def test_nothing_names_the_software_in_the_example_directory() -> None:
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(running_sink()) as sink:
        search = visit_everything(sink, portal)
    assert not search.found, "\n".join(search.found[:40])
    assert {urlsplit(where).path.split("/")[1] for where in search.searched if where.startswith("/")} >= KINDS
    assert {"an invoice as pdf", "a credit note as xml", "MCP", "the crawler"} <= search.searched


def visit_everything(sink: Sink, portal: BlockingPortal) -> Search:
    with building(sink) as directory, directory.browser() as founder, directory.browser() as staff:
        directory.sign_in(founder, FOUNDER)
        directory.sign_in(staff, tomllib.loads((EXAMPLE / "directory.toml").read_text())["owner"]["email"])
        slug = publish(directory, founder)
        subscribe_and_write(directory)
        refund(directory, staff)
        with directory.browser() as stranger:
            walk(directory, stranger, [*START, *pictures_of(slug)])
            check_colours(stranger, slug)
        walk(directory, founder, [f"/listings/{slug}", *OWN_PAGES], OWN_PAGES)
        call_api(directory, slug)
        portal.call(call_mcp, directory)
        read_emails(directory, staff)
        return directory.search


def publish(directory: Directory, founder: httpx2.Client) -> str:
    """List a product from its website, and pay for its launch with the coupon; returns the listing's slug."""
    scopes = ("--scope", "account:read", "--scope", "listings:write", "--scope", "orders:write")
    key = showground("key", "create", FOUNDER, *scopes, **directory.settings).stdout.strip()
    headers = {"Authorization": f"Bearer {key}"}
    with httpx2.Client(base_url=f"{directory.url}/api/v1", headers=headers, timeout=LONG) as api:

        def call(method: str, path: str, **body: Any) -> dict[str, Any]:
            answer = api.request(method, path, json=body or None)
            assert answer.status_code < 300, answer.text
            directory.search.look_at(f"{method} {path}", answer)
            return answer.json()

        draft = call("POST", "/drafts", url=directory.website.at(HOST))
        assert before_long(lambda: api.get(f"/drafts/{draft['id']}").json()["status"] == "ready")
        crawlers = {request.headers["User-Agent"] for request in directory.website.requests}
        directory.search.look("the crawler", "\n".join(crawlers))
        assert all(crawler.startswith("NordicClimateBot/") for crawler in crawlers)
        call("GET", f"/drafts/{draft['id']}")
        call("PATCH", f"/drafts/{draft['id']}", fields={"categories": ["Wärmepumpen"], "country": "NO"})
        listing = call("POST", f"/drafts/{draft['id']}/submit")
        order = call("POST", "/orders/checkout", items=[{"product": "launch", "listing_id": listing["listing_id"]}])
        assert order["number"].startswith("NCT-")
        pay(directory, founder, order["checkout_url"])
        assert before_long(lambda: api.get(f"/orders/{order['number']}").json()["lines"][0]["fulfilled"])
        paid = call("GET", f"/orders/{order['number']}")
        assert (paid["net_cents"], paid["vat"]["cents"]) == (4425, 358)  # 59.00 less a quarter, and 8.1 %
        for path in ("/me", "/me/listings", "/drafts", "/orders", "/claims"):
            call("GET", path)
        return listing["slug"]


def pay(directory: Directory, founder: httpx2.Client, checkout: str) -> None:
    """From the checkout page to the invoice."""
    search = directory.search
    search.look_at("the checkout page", founder.get(checkout))
    billing = {
        "kind": "person", "name": "Reto Meier", "email": FOUNDER, "address": "Seestrasse 3", "city": "8002 Zürich",
        "country": "CH",
    }  # fmt: skip
    with_coupon = founder.post(checkout, data={**billing, "coupon": "SCHNEE25", "do": "coupon"})
    search.look_at("the checkout page with a coupon", with_coupon)
    payment = founder.post(checkout, data={**billing, "do": "pay"})
    search.look_at("the payment page", payment)
    assert "/sandbox/" in str(payment.url), payment.text
    order = founder.post(str(payment.url), data={"outcome": "paid"})
    assert before_long(lambda: "-NCR-" in founder.get(str(order.url)).text)
    read_documents(search, "an invoice", founder, str(order.url))


def read_documents(search: Search, what: str, buyer: httpx2.Client, order: str) -> None:
    page = buyer.get(order)
    search.look_at("the order's page", page)
    documents = sorted(set(re.findall(r'href="([^"]+/documents/[\w-]+)"', page.text)))
    assert documents, page.text
    for path in documents:
        for ending in ("", ".pdf", ".xml"):
            answer = buyer.get(path + ending)
            assert answer.status_code == 200
            search.look_at(f"{what} as {ending[1:] or 'page'}", answer)
            if not ending:
                assert "CHE-123.456.788 MWST" in answer.text
                assert "Limmatquai 1" in answer.text


def refund(directory: Directory, staff: httpx2.Client) -> None:
    """Staff refund a part of the order; the buyer gets a credit note."""
    number = re.search(r"/admin/orders/(NCT-[\w-]+)", staff.get("/admin/orders").text)
    assert number is not None
    answer = staff.post(f"/admin/orders/{number[1]}", data={"amount": "10.00", "sure": "yes"})
    assert answer.status_code == 200, answer.text
    assert before_long(lambda: "-NCG-" in staff.get(f"/admin/orders/{number[1]}").text)
    with directory.browser() as buyer:
        order = directory.links(FOUNDER, r"/orders/[\w.-]{20,}")[0]
        read_documents(directory.search, "a credit note", buyer, order)


def subscribe_and_write(directory: Directory) -> None:
    """What visitors send without an account, and the emails that follow."""
    with directory.browser() as visitor:
        for path, form in (
            ("/newsletter", {"email": READER}),
            ("/contact", {"name": "Leser", "email": READER, "subject": "Frage", "body": "Guten Tag"}),
        ):
            answer = visitor.post(path, data=form)
            assert answer.status_code == 200, answer.text
            directory.search.look_at(f"{path}, sent", answer)
    assert before_long(lambda: bool(directory.emails(READER)))


def pictures_of(slug: str) -> list[str]:
    shapes = ("standard", "outline", "pill", "banner", "square")
    badges = [f"/badges/{slug}/launched-{shape}-auto-m.svg" for shape in shapes]
    return [*badges, f"/listings/{slug}/badges", f"/pictures/listings/{slug}.png"]


def walk(directory: Directory, browser: httpx2.Client, start: Iterable[str], within: tuple[str, ...] = ("/",)) -> None:
    """Read every page that can be reached from these, within these parts of the site."""
    waiting, seen = list(start), set(start)
    while waiting:
        path = waiting.pop()
        answer = browser.get(path)
        assert answer.status_code in (200, 400, 404), (path, answer.status_code)  # 400: an address to be completed
        directory.search.look_at(path, answer)
        if not re.search("html|xml|markdown", answer.headers.get("content-type", "")):
            continue
        for address in ("".join(groups) for groups in ADDRESS.findall(answer.text)):
            parts = urlsplit(html.unescape(address).removeprefix(directory.url))
            inside = f"{parts.path}?{parts.query}" if parts.query else parts.path
            if not parts.netloc and inside.startswith(within) and inside not in seen and not NOT_WALKED.match(inside):
                seen.add(inside)
                waiting.append(inside)


def check_colours(stranger: httpx2.Client, slug: str) -> None:
    """Pictures that others show have the colours of the brand."""
    badge = stranger.get(f"/badges/{slug}/launched-standard-auto-m.svg").text
    assert NAME in badge
    assert "#10242F" in badge
    with Image.open(io.BytesIO(stranger.get(f"/pictures/listings/{slug}.png").content)) as picture:
        assert picture.convert("RGB").getpixel((5, 5)) == (0xF4, 0xF8, 0xFB)


def call_api(directory: Directory, slug: str) -> None:
    """Every public operation, and some answers that are errors."""
    for path in (
        "/site", "/listings", f"/listings/{slug}", f"/listings/{slug}/alternatives", f"/listings/{slug}/badges",
        "/categories", "/categories/waerme", "/launches", "/launches/weeks/this", "/leaderboards/community-weekly",
        "/founders", "/blog", "/awards", "/interview-questions", "/products", "/events", "/listings?per_page=1000",
        "/me", "/nothing",
    ):  # fmt: skip
        answer = httpx2.get(f"{directory.url}/api/v1{path}", timeout=LONG)
        directory.search.look_at(f"GET {path}", answer)
    assert httpx2.get(f"{directory.url}/api/v1/site", timeout=LONG).json()["name"] == NAME


async def call_mcp(directory: Directory) -> None:
    async with Client(f"{directory.url}/mcp") as client:
        assert client.server_info is not None
        assert client.server_info.title == NAME
        said = [
            client.server_info,
            await client.list_tools(),
            await client.list_resources(),
            await client.list_resource_templates(),
            await client.list_prompts(),
            await client.call_tool("get_site", {}),
        ]
        told = [json.dumps(each.model_dump(mode="json")) for each in said]
        directory.search.look("MCP", "\n".join([client.instructions or "", *told]))


def read_emails(directory: Directory, staff: httpx2.Client) -> None:
    """Those that were sent, and every other kind as staff preview it."""
    for message in directory.emails():
        directory.search.look(f"the email “{message['Subject']}”", read_email(message))
        assert message["From"] == f"{NAME} <post@nordic-climate.example>"
        assert message["Reply-To"] in (
            "hilfe@nordic-climate.example",
            READER,
        )  # a contact message goes back to its writer
    sent = {str(message["Subject"]) for message in directory.emails()}
    assert f"Ihr Anmeldelink für {NAME}" in sent
    assert len(sent) >= 5, sent
    kinds = sorted(set(re.findall(r"/admin/emails/(\w+)", staff.get("/admin/emails").text)))
    assert len(kinds) > 30
    for kind in kinds:
        if kind in STAFF_EMAILS:
            continue
        page = staff.get(f"/admin/emails/{kind}").text
        words = {name: read_value(page, name) for name in ("subject", "body")}
        answer = staff.post(f"/admin/emails/{kind}", data={**words, "do": "html"})
        assert answer.status_code == 200, (kind, answer.text)
        directory.search.look_at(f"the email {kind}", answer)


def read_value(page: str, name: str) -> str:
    """What a field of a form holds."""
    line, area = rf'<input[^>]* name="{name}"[^>]* value="([^"]*)"', rf'<textarea[^>]* name="{name}"[^>]*>([^<]*)'
    found = re.search(f"{line}|{area}", page)
    assert found is not None
    return html.unescape(found[1] or found[2])
