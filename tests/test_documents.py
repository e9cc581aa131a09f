"""What the documents show is run: their samples against a real server, and their links."""

import hashlib
import hmac
import importlib
import importlib.util
import json
import pkgutil
import re
import subprocess
import sys
from collections.abc import Generator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

import pytest

import showground as showground_package
from showground.core.calls.action import Action, Operation
from showground.core.calls.rate_limits import Limit, Quotas
from showground.extraction.pipeline import draft_with
from showground.extraction.reading.pages import Block, ReadPage
from showground.orders.providers.interface import EventRefused
from showground.surfaces.web import application, templates_engine
from tests.support.command import LONG, ROOT, free_port, running_warm, showground, surroundings
from tests.support.dns import DnsServer
from tests.support.draft_world import HOME
from tests.support.folders import roomiest
from tests.support.postgres import fresh_database
from tests.support.samples import FENCE, WITH_HTTPX, answers_fit, read_files, read_samples, run_in_shell
from tests.support.site import Site
from tests.support.warm_program import warm_program
from tests.support.world import running_world

PRODUCT = "https://your-product.example"
LINK = re.compile(r"\]\(([^)#:\s]+)(#[^)\s]*)?\)")


@dataclass(frozen=True)
class Directory:
    """A running site with the demo directory, and a website that it can read."""

    port: int
    product: str
    settings: dict[str, Any]

    def here(self, code: str) -> str:
        """A sample with the addresses of this site and of that website."""
        return code.replace("localhost:8000", f"127.0.0.1:{self.port}").replace(PRODUCT, self.product)


@pytest.fixture(scope="module")
def directory(postgres: str, demo_today: str) -> Generator[Directory]:
    pages = {"/": HOME, "/robots.txt": "User-agent: *\nAllow: /\n"}
    with (
        fresh_database(postgres, demo_today) as url,
        Site(pages) as site,
        DnsServer({"your-product.test": [site.host]}) as dns,
        TemporaryDirectory(dir=roomiest()) as data_dir,
    ):
        around = {"dns_server": "{}:{}".format(*dns.address), "fetch_allow": "127.0.0.0/8", "crawl_seconds": "0"}
        settings: dict[str, Any] = {"database_url": url, "data_dir": data_dir, **around}
        with running_warm("serve", port=(own := free_port()), **settings) as server:
            assert server.get("/readyz").status_code == 200
            yield Directory(own, site.at("your-product.test"), settings)


def run_document(name: str, directory: Directory, before: str = "") -> str:
    """Run every sample for the shell, then every one in Python with the key that the shell made; what those print."""
    samples = read_samples(name)
    shell = [sample for sample in samples if sample.language == "sh"]
    here = [type(sample)(sample.language, directory.here(sample.code), sample.answer) for sample in shell]
    environment = surroundings(directory.settings)
    said = run_in_shell([*here, type(shell[0])("sh", 'echo "${KEY:-}"', None)], environment, before)
    for sample, answer in zip(shell, said[:-1], strict=True):
        assert answers_fit(sample, answer), (sample, answer)
    code = [directory.here(sample.code) for sample in samples if sample.language == "python"]
    return "".join(run_python(sample, environment | {"KEY": said[-1]}) for sample in code)


def run_python(code: str, environment: dict[str, str]) -> str:
    command = [sys.executable, "-c", WITH_HTTPX + code]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=LONG, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_the_samples_for_callers_run(directory: Directory) -> None:
    printed = run_document("docs/api.md", directory)
    assert "name ai Tidewater" in printed
    assert "/checkout/" in printed
    assert "'total'" in printed  # of the MCP client's answer


@pytest.mark.slow
def test_the_tour_of_the_readme_runs(directory: Directory) -> None:
    assert "'slug'" in run_document("README.md", directory)


@pytest.mark.slow
def test_the_commands_for_operators_run(directory: Directory, tmp_path: Path) -> None:
    """But for fetching and installing a new version, which would change what is being tested."""
    (tmp_path / ".venv").symlink_to(sys.prefix)
    before = "".join(f"{program}() {{ :; }}; " for program in ("make", "git", "systemctl", "pipx", "docker"))
    with warm_program() as program:
        before += f'showground() {{ {program} "$@"; }}; cd {tmp_path}; TMPDIR={tmp_path}'
        for document in ("docs/operating.md", "docs/upgrading.md"):
            run_document(document, directory, before)
    samples = FENCE.findall((ROOT / "docs/listings.md").read_text())
    assert [language for language, _ in samples] == ["csv", "json"]
    for language, text in samples:
        file = tmp_path / f"listings.{language}"
        file.write_text(text)
        imported = showground("import", "listings", str(file), **directory.settings)
        assert (imported.returncode, imported.stdout) == (0, "1 listing\n"), imported.stderr


def sample_of(document: str, path: str) -> dict[str, Any]:
    """What the module would hold that a document shows as this file."""
    code = read_files(document)[path]
    module: dict[str, Any] = {"__name__": path.removeprefix("src/").removesuffix(".py").replace("/", ".")}
    exec(compile(code, document, "exec"), module)  # noqa: S102
    return module


@pytest.mark.anyio
async def test_the_sample_of_an_operation_is_served(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    query = ModuleType("post_count")
    vars(query).update(sample_of("docs/extending.md", "src/showground/blog/queries/post_count.py"))
    monkeypatch.setitem(sys.modules, "showground.blog.queries.post_count", query)
    module = sample_of("docs/extending.md", "src/showground/blog/operations/count_blog_posts.py")
    added: Operation[Any, Any] = module["count_blog_posts"]
    async with running_world(database_url, operations=[added]) as world:
        answer = await world.client.get("/api/v1/blog-count")
        assert (answer.status_code, answer.json()) == (200, {"posts": 0})


@pytest.mark.anyio
async def test_the_sample_of_a_page_is_served(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = sample_of("CONTRIBUTING.md", "src/showground/surfaces/web/account/name.py")
    template = read_files("CONTRIBUTING.md")["src/showground/surfaces/web/templates/name.html"]
    (tmp_path / "name.html").write_text(template)
    monkeypatch.setattr(templates_engine, "FOLDER", [tmp_path, templates_engine.FOLDER])
    monkeypatch.setattr(application, "PAGES", (*application.PAGES, ("/name", module["show_name"])))
    monkeypatch.setattr(application, "OTHER_FORMS", (*application.OTHER_FORMS, ("/name", module["save_name"])))
    async with running_world(database_url) as world:
        await world.add_person("alice")
        async with world.browser("alice") as browser:
            assert 'value="Alice"' in (await browser.get("/name")).text
            refused = await browser.post("/name", data={"name": ""})
            assert (refused.status_code, 'aria-invalid="true"' in refused.text) == (400, True)
            saved = await browser.post("/name", data={"name": "Alice Moreno"})
            assert (saved.status_code, saved.headers["location"]) == (303, "/account")


@pytest.mark.anyio
async def test_the_sample_of_a_drafter_drafts() -> None:
    drafter = sample_of("docs/extending.md", "src/showground/extraction/drafters/title_drafter.py")["TitleDrafter"]()
    block = Block(text="Tidewater", tag="h1")
    page = ReadPage(url="https://tidewater.example/", read_at=datetime.now(UTC), title="Tidewater", blocks=[block])
    drafted = await draft_with(drafter, [page], [])
    assert drafted.fields["name"].value == "Tidewater"


def test_the_sample_of_a_payment_provider_reads_its_events() -> None:
    module = sample_of("docs/extending.md", "src/showground/orders/providers/bank_transfer.py")
    provider = module["BankTransfer"](b"secret", "https://bank.example/pay")
    now = datetime.now(UTC)
    body = json.dumps({"id": "e1", "purpose": "A-1", "cents": 4900, "at": now.timestamp()}).encode()
    signed = {"bank-signature": hmac.new(b"secret", body, hashlib.sha256).hexdigest()}
    assert provider.parse_event(signed, body, now).amount_cents == 4900
    with pytest.raises(EventRefused):
        provider.parse_event({}, body, now)


def test_every_limit_is_in_writing() -> None:
    """A limit that has no words here is one that nobody wrote down."""
    words = {
        "create_draft": "`create_draft` | {} an hour", "invite_cofounder": "invites, claims by email | {} an hour",
        "claims-by-mail": "invites, claims by email | {} an hour", "votes": "{} votes", "follows": "{} follows",
        "reviews": "{} reviews", "questions": "{} questions", "answers": "{} answers", "replies": "{} replies",
        "reports": "{} reports", "clicks": "{} clicks", "registrations": "{} new apps",
        "sign-ins": "{} attempts an hour", "sign-ins-begun": "{} attempts an hour",
        "sign-in-mails": "{} from one network;",
        "sign-in-mails-to": "{} emails an hour to one address", "sign-in-mails-owner": "{} more for its owner",
        "pictures": "{} images", "logos": "{} logos",
        "founder_pictures": "{} photos of founders",
        "badges": "{} badges a minute", "saves": "{} saves", "saved-searches": "{} saved searches",
        "webhooks": "{} webhooks", "webhook-tests": "{} webhook tests",
        "webhook-changes": "{} changes of webhooks", "webhook-resends": "{} webhook messages sent again",
        "offer_listing": "{} offers of a listing", "listing-offers-to": "({} to one mailbox, from everyone)",
        "coupons": "{} coupons",
        "email-changes": "{} new addresses", "email-changes-to": "{} links to one new address",
        "contact": "{} contact messages", "contact-all": "{} of everyone", "brand-pictures": "{} pictures of the brand",
        "media": "{} uploaded pictures", "brand-reads": "{} pictures of the brand",
        "subscriptions": "{} subscriptions", "subscription-emails-to": "{} confirmations an hour to one mailbox",
        "withdrawals": "{} withdrawals from orders", "withdrawal-emails-to": "({} to one mailbox)",
    }  # fmt: skip
    written = (ROOT / "docs/api.md").read_text() + (ROOT / "docs/security.md").read_text()
    found = {limit for action in every_action() for limit in limits_of(action)}
    assert len(found) > 12
    assert len({limit.name for limit in found}) == len(found), "calls under limits of one name are counted together"
    for limit in found:
        assert words[limit.name].format(f"{limit.quota:,}") in written, limit.name
    every = Quotas()
    assert f"| not signed in | {every.anonymous.quota} a minute per network |" in written
    assert f"{every.account.quota} a minute per account, {every.address.quota:,} per network" in written
    assert f"| writes | {every.writes.quota} a minute |" in written


def every_action() -> Generator[Action[Any, Any]]:
    """What is declared in the operations and actions of every domain."""
    for domain in pkgutil.iter_modules(showground_package.__path__, "showground."):
        for kind in ("operations", "actions"):
            if domain.ispkg and importlib.util.find_spec(f"{domain.name}.{kind}"):
                package = importlib.import_module(f"{domain.name}.{kind}")
                for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
                    declared = vars(importlib.import_module(module.name)).values()
                    yield from (value for value in declared if isinstance(value, Action))


def limits_of(action: Action[Any, Any]) -> list[Limit]:
    given = action.limit_if
    return [limit for limit in (action.limit, given and given[0], *(each for each, _ in action.limit_each)) if limit]


def test_the_guide_for_callers_names_every_state_and_status() -> None:
    guide = (ROOT / "docs/api.md").read_text()
    described = json.loads((ROOT / "docs/openapi.json").read_text())
    stated = [kinds["properties"] for kinds in described["components"]["schemas"].values() if "properties" in kinds]
    states = {
        state
        for properties in stated
        for name in ("status", "state", "ownership")
        for kind in [properties.get(name, {}), *properties.get(name, {}).get("anyOf", [])]
        for state in kind.get("enum", [])
    }
    statuses = {
        status for methods in described["paths"].values() for each in methods.values() for status in each["responses"]
    }
    assert {"crawling", "awaiting_badge", "expired", "override", "in_review"} <= states
    assert {state for state in states if not re.search(rf"\b{state}\b", guide)} == set()
    assert {status for status in statuses if not re.search(rf"\b{status}\b", guide)} - {"200"} == set()


def test_the_framework_page_shows_the_real_operation() -> None:
    (shown,) = (sample.code for sample in read_samples("docs/framework.md") if sample.language == "python")
    _, _, real = (ROOT / "src/showground/listings/operations/get_listing.py").read_text().partition("\n\n")
    assert shown == real


def test_the_map_names_files_that_there_are() -> None:
    source = ROOT / "src/showground"
    named = {
        name.rstrip("/")
        for name in re.findall(r"`([\w./]+)`", (ROOT / "docs/architecture.md").read_text())
        if not name.startswith("/") and ("/" in name or name.endswith(".py"))
    }
    assert {"core/calls/dispatch.py", "worker.py", "deploy"} <= named
    places = (f"**/{{}}{end}" for end in ("", ".py"))
    here = {name for place in places for name in named if any(source.glob(place.format(name)))}
    assert {name for name in named - here if not (ROOT / name).exists()} == set()


def test_a_wheel_is_named_as_a_file() -> None:
    """pipx takes a bare file name for the name of a package, even if there is such a file."""
    documents = [ROOT / "README.md", ROOT / "docs" / "operating.md", ROOT / "docs" / "upgrading.md"]
    named = [name for document in documents for name in re.findall(r"\S*showground-[^ ]*\.whl", document.read_text())]
    assert named
    assert all(name.startswith("./") for name in named)


def test_every_link_between_documents_leads_somewhere() -> None:
    documents = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").glob("**/*.md")]
    of_a_site = ROOT / "docs/example-directory/pages"  # what these link to are addresses of the site
    lost = [
        (str(document.relative_to(ROOT)), target)
        for document in [*documents, ROOT / "bench/README.md"]
        if not document.is_relative_to(of_a_site)
        for target, anchor in LINK.findall(document.read_text())
        if not leads_somewhere(document.parent / target, anchor)
    ]
    assert lost == []


def leads_somewhere(target: Path, anchor: str) -> bool:
    if not anchor:
        return target.exists()
    heads = re.findall(r"^#+ (.*)$", target.read_text(), re.MULTILINE)
    return anchor in {"#" + re.sub(r"[^\w -]", "", head).lower().replace(" ", "-") for head in heads}
