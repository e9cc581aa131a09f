"""What the documents show is run: their samples against a real server, their links, and the files for deploying."""

import hashlib
import hmac
import json
import re
import socket
import ssl
import subprocess
import sys
from collections.abc import Generator
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx2
import pytest
import yaml

from showground.core.operation import Operation
from showground.drafting.reading.pages import Block, ReadPage
from showground.drafting.verified import draft_with
from showground.orders.providers.interface import EventRefused
from showground.settings import PREFIX, Settings, read_settings
from tests.parts.certificates import Authority
from tests.parts.command import LONG, ROOT, before_long, free_port, running, showground, surroundings
from tests.parts.dns import DnsServer
from tests.parts.folders import roomiest
from tests.parts.postgres import fresh_database
from tests.parts.samples import answers_fit, read_samples, run_in_shell
from tests.parts.site import Site
from tests.parts.studio import HOME
from tests.parts.world import running_world
from tests.programs import need_program

PRODUCT = "https://your-product.example"
LINK = re.compile(r"\]\(([^)#:\s]+)(#[^)\s]*)?\)")
UNITS = ("showground-web.service", "showground-worker.service")


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
def directory(postgres: str) -> Generator[Directory]:
    pages = {"/": HOME, "/robots.txt": "User-agent: *\nAllow: /\n"}
    with (
        fresh_database(postgres) as url,
        Site(pages) as site,
        DnsServer({"your-product.test": [site.host]}) as dns,
        TemporaryDirectory(dir=roomiest()) as data_dir,
    ):
        around = {"dns_server": "{}:{}".format(*dns.address), "fetch_allow": "127.0.0.0/8"}
        settings = {"database_url": url, "data_dir": data_dir, **around}
        assert showground("demo", **settings).returncode == 0
        with running("serve", port=(own := free_port()), **settings) as server:
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
    command = [sys.executable, "-c", code]
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
    before = f"make() {{ :; }}; git() {{ :; }}; cd {tmp_path}; TMPDIR={tmp_path}"
    run_document("docs/operating.md", directory, before)


def sample_of(document: str, number: int) -> dict[str, Any]:
    """What the module would hold that one of a document's samples in Python is."""
    samples = [sample.code for sample in read_samples(document) if sample.language == "python"]
    module: dict[str, Any] = {"__name__": "showground.blog.operations.sample"}
    exec(compile(samples[number], document, "exec"), module)  # noqa: S102
    return module


@pytest.mark.anyio
async def test_the_sample_of_an_operation_is_served(database_url: str) -> None:
    added: Operation[Any, Any] = sample_of("docs/extending.md", 0)["count_blog_posts"]
    async with running_world(database_url, operations=[added]) as world:
        answer = await world.client.get("/api/v1/blog-count")
        assert (answer.status_code, answer.json()) == (200, {"posts": 0})


@pytest.mark.anyio
async def test_the_sample_of_a_drafter_drafts() -> None:
    drafter = sample_of("docs/extending.md", 1)["TitleDrafter"]()
    block = Block(text="Tidewater", tag="h1")
    page = ReadPage(url="https://tidewater.example/", read_at=datetime.now(UTC), title="Tidewater", blocks=[block])
    drafted = await draft_with(drafter, [page], [])
    assert drafted.fields["name"].value == "Tidewater"


def test_the_sample_of_a_payment_provider_reads_its_events() -> None:
    provider = sample_of("docs/extending.md", 2)["Transfer"](b"secret", "https://bank.example/pay")
    now = datetime.now(UTC)
    body = json.dumps({"id": "e1", "purpose": "A-1", "cents": 4900, "at": now.timestamp()}).encode()
    signed = {"bank-signature": hmac.new(b"secret", body, hashlib.sha256).hexdigest()}
    assert provider.parse_event(signed, body, now).amount_cents == 4900
    with pytest.raises(EventRefused):
        provider.parse_event({}, body, now)


@pytest.mark.slow
def test_the_samples_in_python_fit_the_types(tmp_path: Path) -> None:
    for document in ("docs/extending.md",):
        for number, sample in enumerate(read_samples(document)):
            if sample.language == "python":
                (tmp_path / f"sample_{number}.py").write_text(sample.code)
    done = subprocess.run(
        [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, str(tmp_path)],
        cwd=ROOT,
        env=surroundings({}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_every_link_between_documents_leads_somewhere() -> None:
    documents = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").glob("**/*.md")]
    lost = [
        (str(document.relative_to(ROOT)), target)
        for document in [*documents, ROOT / "bench/README.md"]
        for target, _ in LINK.findall(document.read_text())
        if not (document.parent / target).exists()
    ]
    assert lost == []


@pytest.fixture
def deployed(monkeypatch: pytest.MonkeyPatch) -> Settings:
    """The settings of deploy/showground.env, as systemd hands them over."""
    for line in (ROOT / "deploy/showground.env").read_text().splitlines():
        name, mark, value = line.partition("=")
        if mark and not line.startswith("#"):
            monkeypatch.setenv(name, value)
    return read_settings()


def test_the_settings_for_deploying_are_good(deployed: Settings) -> None:
    assert deployed.env == "production"
    assert deployed.site_url == "https://launches.example"


@pytest.mark.parametrize("unit", UNITS)
def test_the_units_start_commands_that_there_are(unit: str) -> None:
    text = (ROOT / "deploy" / unit).read_text()
    for command in re.findall(r"^ExecStart(?:Pre)?=/opt/showground/\.venv/bin/showground (.*)$", text, re.MULTILINE):
        name, *options = command.split()
        helped = showground(name, "--help")
        assert helped.returncode == 0
        assert all(option in helped.stdout for option in options if option.startswith("--"))


@pytest.mark.slow
def test_nginx_leads_to_the_site_as_its_file_says(directory: Directory, tmp_path: Path) -> None:
    """With our names, ports and folders in it, nothing else."""
    authority = Authority(tmp_path)
    authority.server("launches.example")
    http, https = free_port(), free_port()
    text = (ROOT / "deploy/nginx.conf").read_text()
    for theirs, ours in {
        "127.0.0.1:8000": f"127.0.0.1:{directory.port}",
        "listen 80;": f"listen 127.0.0.1:{http};",
        "listen 443 ssl": f"listen 127.0.0.1:{https} ssl",
        "    listen [::]:80;\n": "",
        "    listen [::]:443 ssl http2;\n": "",
        "/etc/ssl/launches.example/fullchain.pem": str(tmp_path / "launches.example.pem"),
        "/etc/ssl/launches.example/privkey.pem": str(tmp_path / "launches.example.pem"),
    }.items():
        assert theirs in text
        text = text.replace(theirs, ours)
    folders = "".join(
        f"{part}_temp_path {tmp_path}/{part};" for part in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    around = (
        f"daemon off; pid {tmp_path}/pid; error_log stderr; events {{}} http {{ access_log off; {folders} {text} }}"
    )
    (tmp_path / "nginx.conf").write_text(around)
    command = [need_program("nginx"), "-c", str(tmp_path / "nginx.conf"), "-e", "stderr"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as nginx:
        try:
            trusted = ssl.create_default_context(cafile=authority.file)
            connect = {"sni_hostname": "launches.example"}
            with httpx2.Client(verify=trusted, headers={"Host": "launches.example"}, timeout=LONG) as client:
                assert before_long(lambda: listens(https)), nginx.poll()
                answer = client.get(f"https://127.0.0.1:{https}/api/v1/site", extensions=connect)
                assert answer.status_code == 200
                assert client.get(f"http://127.0.0.1:{http}/api/v1/site").status_code == 403  # a key went in the clear
                moved = client.get(f"http://127.0.0.1:{http}/blog?page=2")
                assert (moved.status_code, moved.headers["location"]) == (301, "https://launches.example/blog?page=2")
        finally:
            nginx.terminate()


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def test_the_compose_file_sets_what_can_be_set_and_starts_commands_that_there_are() -> None:
    services = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text())["services"]
    own = {name: service for name, service in services.items() if service["image"] == "showground"}
    assert set(own) == {"migrate", "web", "worker"}
    known = {PREFIX + field.name.upper() for field in fields(Settings)}
    for service in own.values():
        assert set(service["environment"]) <= known
        assert showground(service["command"][0], "--help").returncode == 0
