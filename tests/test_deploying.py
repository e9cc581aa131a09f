"""The files for deploying are used: their settings, commands and proxy, in front of a site in production."""

import json
import os
import re
import shlex
import ssl
import subprocess
import sys
import tomllib
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import fields
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import httpx2
import psycopg
import pytest
import yaml
from packaging.requirements import Requirement

from showground.core.metrics import Metrics
from showground.settings import PREFIX, Settings, read_settings
from showground.surfaces.metrics import COUNTS, TIMES, DatabaseMetrics, write_metrics
from showground.surfaces.metrics_aggregate import Gathered
from showground.upkeep import State
from tests.programs import need_program
from tests.support.certificates import Authority
from tests.support.command import LONG, ROOT, Running, before_long, free_port, listens, running, surroundings
from tests.support.postgres import fresh_database

DEPLOY = ROOT / "deploy"
UNITS = ("showground-web.service", "showground-worker.service")
PROGRAM = "/opt/showground/.venv/bin/showground"
SECRET = "0123456789abcdef" * 4
KNOWN = {PREFIX + field.name.upper() for field in fields(Settings)}


def read_unit(name: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in (DEPLOY / name).read_text().splitlines():
        key, mark, value = line.partition("=")
        if mark:
            found.setdefault(key, []).append(value)
    return found


def read_env_file() -> dict[str, str]:
    """What systemd and compose take from it: a value in single quotes stands for itself."""
    lines = (DEPLOY / "showground.env").read_text().splitlines()
    pairs = [line.split("=", 1) for line in lines if line and not line.startswith("#")]
    return {name: value.removeprefix("'").removesuffix("'") for name, value in pairs}


def test_the_settings_are_good_once_there_is_a_secret() -> None:
    with pytest.raises(Exception, match="SHOWGROUND_SECRET is required"):
        read_settings(read_env_file())
    settings = read_settings(read_env_file() | {"SHOWGROUND_SECRET": SECRET})
    assert (settings.env, settings.site_url) == ("production", "https://launches.example")


def test_the_shell_reads_the_settings_as_systemd_does() -> None:
    script = "set -ae; . deploy/showground.env; env -0"
    said = subprocess.run(["sh", "-c", script], env={}, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    read = dict(line.split("=", 1) for line in said.split("\0") if line.startswith(PREFIX))
    assert read == read_env_file()


def test_both_units_are_confined_alike() -> None:
    own = {"Description", "After", "Requires", "Also", "ExecStart", "ExecReload"}
    web, worker = ({key: value for key, value in read_unit(unit).items() if key not in own} for unit in UNITS)
    assert web == worker
    assert {"ProtectSystem", "CapabilityBoundingSet", "SystemCallFilter", "MemoryDenyWriteExecute"} <= set(web)
    assert web["SystemCallFilter"][-1] == "setrlimit prlimit64 setpriority"  # the sandbox limits its children


def test_systemd_opens_the_port_that_the_site_and_the_proxies_use() -> None:
    [address] = read_unit("showground-web.socket")["ListenStream"]
    web = read_unit("showground-web.service")
    assert (web["Requires"], web["Also"]) == (["showground-web.socket"], ["showground-web.socket"])
    assert web["ExecStart"][0].split()[2:4] == ["--port", address.rpartition(":")[2]]
    for proxy in ("nginx.conf", "Caddyfile"):
        assert address in (DEPLOY / proxy).read_text()


def of_production(url: str) -> dict[str, Any]:
    """The settings of the file, with a secret and this database."""
    given = {name.removeprefix(PREFIX).lower(): value for name, value in read_env_file().items()}
    return given | {"secret": SECRET, "database_url": url, "backup_to": "off"}


@contextmanager
def started(unit: str, **settings: Any) -> Generator[Running]:
    """What a unit starts, confined, on a free port."""
    (command,) = read_unit(unit)["ExecStart"]
    program, *arguments = command.split()
    assert program == PROGRAM
    port = free_port() if "--port" in arguments else 0
    if port:
        place = arguments.index("--port")
        del arguments[place : place + 2]
    with running(*arguments, port=port, program="tests.support.confined", **settings) as process:
        yield process


@contextmanager
def nginx_before(site: Running, folder: Path) -> Generator[tuple[httpx2.Client, str, str]]:
    """nginx with our file, in which stand our ports and folders and nothing else; a client, and its two addresses."""
    authority = Authority(folder)
    authority.server("launches.example")
    http, https = free_port(), free_port()
    text = (DEPLOY / "nginx.conf").read_text()
    for theirs, ours in {
        "127.0.0.1:8000": f"127.0.0.1:{site.port}",
        "listen 80;": f"listen 127.0.0.1:{http};",
        "listen 443 ssl": f"listen 127.0.0.1:{https} ssl",
        "    listen [::]:80;\n": "",
        "    listen [::]:443 ssl http2;\n": "",
        "/etc/ssl/launches.example/fullchain.pem": str(folder / "launches.example.pem"),
        "/etc/ssl/launches.example/privkey.pem": str(folder / "launches.example.pem"),
    }.items():
        assert theirs in text
        text = text.replace(theirs, ours)
    parts = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    folders = "".join(f"{part}_temp_path {folder}/{part};" for part in parts)
    # `gzip on` is Debian's.
    around = f"access_log off; gzip on; {folders} {text}"
    (folder / "nginx.conf").write_text(
        f"user root; daemon off; pid {folder}/pid; error_log stderr; events {{}} http {{ {around} }}"
    )
    command = [need_program("nginx"), "-c", str(folder / "nginx.conf"), "-e", "stderr"]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as nginx:
        try:
            assert before_long(lambda: listens(https)), nginx.poll()
            trusted = ssl.create_default_context(cafile=authority.file)
            with httpx2.Client(verify=trusted, headers={"Host": "launches.example"}, timeout=LONG) as client:
                yield client, f"https://127.0.0.1:{https}", f"http://127.0.0.1:{http}"
        finally:
            nginx.terminate()


@contextmanager
def caddy_before(site: Running, folder: Path) -> Generator[tuple[httpx2.Client, str, str]]:
    """The same of Caddy. The certificate is ours: it would ask for one on the internet."""
    authority = Authority(folder)
    authority.server("launches.example")
    http, https = free_port(), free_port()
    text = (DEPLOY / "Caddyfile").read_text()
    pem = folder / "launches.example.pem"
    for theirs, ours in {
        "127.0.0.1:8000": f"127.0.0.1:{site.port}",
        "http://launches.example {": f"http://launches.example:{http} {{\nbind 127.0.0.1\n",
        "\nlaunches.example {": f"\nhttps://launches.example:{https} {{\nbind 127.0.0.1\ntls {pem} {pem}\n",
    }.items():
        assert theirs in text
        text = text.replace(theirs, ours)
    (folder / "Caddyfile").write_text(f"{{\nadmin off\nauto_https off\n}}\n{text}")
    command = [need_program("caddy"), "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
    environment = os.environ | {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as caddy:
        try:
            assert before_long(lambda: listens(https)), caddy.poll()
            trusted = ssl.create_default_context(cafile=authority.file)
            with httpx2.Client(verify=trusted, headers={"Host": "launches.example"}, timeout=LONG) as client:
                yield client, f"https://127.0.0.1:{https}", f"http://127.0.0.1:{http}"
        finally:
            caddy.terminate()


@pytest.fixture(scope="module")
def site(postgres: str) -> Generator[Running]:
    """A site in production, which every proxy may be put before."""
    with fresh_database(postgres) as url, started(UNITS[0], **of_production(url)) as site:
        assert site.get("/readyz").status_code == 200
        assert healthy(site.port)
        yield site
        assert site.stop() == 0
        assert not healthy(site.port)


@pytest.mark.slow
@pytest.mark.parametrize("proxy_before", [nginx_before, caddy_before])
def test_a_site_in_production_serves_behind_the_proxy(proxy_before: Any, site: Running, tmp_path: Path) -> None:
    with proxy_before(site, tmp_path) as (client, secure, plain):
        assert client.get(f"{plain}/api/v1/site").status_code == 403  # a key went in the clear
        moved = client.get(f"{plain}/blog?page=2")
        assert (moved.status_code, moved.headers["location"]) == (301, "https://launches.example/blog?page=2")

        def ask(method: str, path: str, **more: Any) -> httpx2.Response:
            extensions = {"sni_hostname": "launches.example"}
            return client.request(method, secure + path, extensions=extensions, **more)

        for path in ("/", "/api/v1/categories"):
            whole = ask("GET", path)
            assert (whole.status_code, whole.headers["content-encoding"]) == (200, "gzip")
            again = ask("GET", path, headers={"If-None-Match": whole.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")
            head = ask("HEAD", path)
            assert (head.status_code, head.content) == (200, b"")
        for _ in range(20):  # a proxy whose connection ends while it sends would answer some of them itself
            too_large = ask("POST", "/mcp", content=b" " * 1_100_000, headers={"Content-Type": "application/json"})
            assert (too_large.status_code, "body_too_large" in too_large.text) == (413, True)
        assert ask("GET", "/metrics").status_code == 403
        # Whoever a client pretends to be, it is counted as itself: in one of two processes more than once.
        assert len({left_for(ask, f"198.51.100.{number}") for number in range(6)}) > 1
    assert healthy(site.port)


def left_for(ask: Any, address: str) -> int:
    """How many requests are left to who pretends to have this address."""
    answer = ask("GET", "/api/v1/listings", headers={"X-Forwarded-For": address})
    left = re.search(r"r=(\d+)", answer.headers["ratelimit"])
    assert left is not None
    return int(left[1])


def read_services() -> dict[str, Any]:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]


def healthy(port: int) -> bool:
    """What the compose file's check says of a site."""
    kind, python, *arguments = read_services()["web"]["healthcheck"]["test"]
    assert (kind, python) == ("CMD", "python")
    here = [argument.replace("8000", str(port)) for argument in arguments]
    return subprocess.run([sys.executable, *here], stderr=subprocess.DEVNULL, check=False).returncode == 0


@pytest.mark.slow
def test_the_worker_starts_and_the_command_finds_its_settings(postgres: str, tmp_path: Path) -> None:
    with fresh_database(postgres) as url:
        lines = [f"{PREFIX}{name.upper()}={shlex.quote(str(value))}" for name, value in of_production(url).items()]
        (tmp_path / "showground.env").write_text("\n".join(lines))
        text = (DEPLOY / "showground").read_text()
        for theirs, ours in {
            "/etc/showground.env": str(tmp_path / "showground.env"),
            "runuser -u showground -- ": "",  # which only root may do
            PROGRAM: f"{sys.executable} -m showground",
        }.items():
            assert theirs in text
            text = text.replace(theirs, ours)
        (tmp_path / "showground").write_text(text)
        command = ["sh", str(tmp_path / "showground"), "account", "create", "you@launches.example", "--staff"]
        environment = os.environ | surroundings({})
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=LONG, check=True)
        with psycopg.connect(url) as db:
            row = db.execute("select id, staff from account where email = 'you@launches.example'").fetchone()
        assert row == (int(done.stdout), True)
        backups = tmp_path / "backups"
        with started(UNITS[1], **of_production(url) | {"backup_to": backups}) as worker:
            assert before_long(lambda: works(url)), worker.output
            # The first backup is due at once.
            assert before_long(lambda: [*backups.glob("showground-*Z.zip")] != []), worker.output
            assert worker.stop() == 0


def works(url: str) -> bool:
    with psycopg.connect(url) as db:
        return db.execute("select 1 from procrastinate_workers").fetchone() is not None


def test_the_compose_file_sets_what_can_be_set_and_starts_what_the_units_start() -> None:
    services = read_services()
    own = {name: service for name, service in services.items() if service["image"] == "showground"}
    assert set(own) == {"web", "worker"}
    for service, unit in zip(own.values(), UNITS, strict=True):
        assert {name for name in service["environment"] if name.startswith(PREFIX)} <= KNOWN
        options = {word for word in read_unit(unit)["ExecStart"][0].split() if word.startswith("--")} - {"--port"}
        assert service["command"][0] in read_unit(unit)["ExecStart"][0].split()
        assert options <= set(service["command"])


def test_the_proxy_logs_no_address() -> None:
    servers = (DEPLOY / "nginx.conf").read_text().split("\nserver {")[1:]
    assert [re.findall(r"access_log ([^;]*);", server) for server in servers] == [["off"]] * 2


def test_prometheus_takes_the_alert_rules() -> None:
    rules = DEPLOY / "monitoring" / "alerts.yml"
    command = [need_program("promtool"), "check", "rules", str(rules)]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (checked.returncode, "rules found" in checked.stdout) == (0, True), checked.stdout + checked.stderr


def test_an_alert_comes_when_it_should_and_only_then(tmp_path: Path) -> None:
    """Prometheus' own test of rules: what a site that does well shows, and one without a worker and a backup."""

    def series(workers: int, age: int, failed: int) -> list[dict[str, str]]:
        return [
            {"series": 'up{job="showground", instance="a"}', "values": "1x60"},
            {"series": "showground_database_up", "values": "1x60"},
            {"series": "showground_workers", "values": f"{workers}x60"},
            {"series": "showground_backup_age_seconds", "values": f"{age}+60x60"},
            {"series": 'showground_requests_total{status="200"}', "values": "0+600x60"},
            {"series": 'showground_requests_total{status="503"}', "values": f"0+{failed}x60"},
        ]

    names = [rule["alert"] for rule in read_alerts()]

    def test(series: list[dict[str, str]], expected: set[str]) -> dict[str, Any]:
        alerts = [
            {"eval_time": "30m", "alertname": name, "exp_alerts": [summary(name)] if name in expected else []}
            for name in names
        ]
        return {"interval": "1m", "input_series": series, "alert_rule_test": alerts}

    def summary(name: str) -> dict[str, Any]:
        [rule] = [rule for rule in read_alerts() if rule["alert"] == name]
        value = "6 requests" if name == "ShowgroundRequestsFail" else "2d 22h 30m 0s"
        said = {key: re.sub(r"{{[^}]*}}", "VALUE", text) for key, text in rule["annotations"].items()}
        said = {key: text.replace("VALUE requests", value).replace("VALUE", value) for key, text in said.items()}
        return {"exp_labels": rule["labels"], "exp_annotations": said}

    well = test(series(workers=2, age=3600, failed=0), set())
    ill = test(
        series(workers=0, age=252_000, failed=360),
        {"ShowgroundNoWorker", "ShowgroundBackupOld", "ShowgroundRequestsFail"},
    )
    file = tmp_path / "test.yml"
    rules = [str(DEPLOY / "monitoring" / "alerts.yml")]
    file.write_text(yaml.safe_dump({"rule_files": rules, "evaluation_interval": "1m", "tests": [well, ill]}))
    command = [need_program("promtool"), "test", "rules", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_an_alert_names_the_job_that_failed_also_the_first_time(tmp_path: Path) -> None:
    [failed] = [rule for rule in read_alerts() if rule["alert"] == "ShowgroundJobFailed"]
    told = {key: text.replace("{{ $labels.name }}", "deliver_mail") for key, text in failed["annotations"].items()}
    expected = {"exp_labels": {**failed["labels"], "name": "deliver_mail"}, "exp_annotations": told}
    test = {
        "interval": "1m",
        "input_series": [
            {
                "series": f'showground_jobs_failed{{job="showground", instance="{machine}", name="{job}"}}',
                "values": values,
            }
            for machine in "ab"
            for job, values in {"deliver_mail": "_x80 1x180", "make_draft": "2x260"}.items()
        ],
        "alert_rule_test": [
            {"eval_time": time, "alertname": failed["alert"], "exp_alerts": alerts}
            for time, alerts in {"70m": [], "90m": [expected], "210m": []}.items()
        ],
    }
    file = tmp_path / "test.yml"
    rules = [str(DEPLOY / "monitoring" / "alerts.yml")]
    file.write_text(yaml.safe_dump({"rule_files": rules, "evaluation_interval": "1m", "tests": [test]}))
    command = [need_program("promtool"), "test", "rules", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_dashboard_shows_that_no_request_failed(tmp_path: Path) -> None:
    """A site on which none has failed yet exports no such series. The panel then says 0%, not that there is no data."""
    [query] = [query for query in read_dashboard() if "5.." in query]
    sites = {"0": {"200": 600}, "0.25": {"200": 450, "503": 150}}
    tests = [
        {
            "interval": "1m",
            "input_series": [
                {"series": f'showground_requests_total{{status="{status}"}}', "values": f"0+{count}x60"}
                for status, count in counts.items()
            ],
            "promql_expr_test": [
                {"expr": query, "eval_time": "30m", "exp_samples": [{"labels": "{}", "value": float(share)}]}
            ],
        }
        for share, counts in sites.items()
    ]
    file = tmp_path / "test.yml"
    file.write_text(yaml.safe_dump({"evaluation_interval": "1m", "tests": tests}))
    command = [need_program("promtool"), "test", "rules", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def read_alerts() -> list[dict[str, Any]]:
    [group] = yaml.safe_load((DEPLOY / "monitoring" / "alerts.yml").read_text())["groups"]
    return group["rules"]


def read_dashboard() -> list[str]:
    """Every query of the dashboard."""
    panels = json.loads((DEPLOY / "monitoring" / "grafana-dashboard.json").read_text())["panels"]
    assert len({panel["id"] for panel in panels}) == len({panel["title"] for panel in panels}) == len(panels)
    return [target["expr"] for panel in panels for target in panel["targets"]]


def test_prometheus_understands_every_query_of_the_dashboard(tmp_path: Path) -> None:
    rules = [{"record": f"panel:{number}", "expr": query} for number, query in enumerate(read_dashboard())]
    file = tmp_path / "rules.yml"
    file.write_text(yaml.safe_dump({"groups": [{"name": "dashboard", "rules": rules}]}))
    command = [need_program("promtool"), "check", "rules", str(file)]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_alerts_and_dashboard_ask_for_metrics_that_there_are() -> None:
    state = State(
        jobs=[], workers=1, mails_waiting=0, oldest_mail_seconds=0, mails_refused=0, database_bytes=1,
        backup_age_seconds=1, backup_bytes=1,
    )  # fmt: skip
    exposed = write_metrics(Gathered(Metrics(), {}, {}), DatabaseMetrics(state, Metrics())).decode()
    kinds = dict(re.findall(r"^# TYPE (\S+) (\S+)$", exposed, re.MULTILINE))
    known = {f"{name}_bucket" if kind == "histogram" else name for name, kind in kinds.items()}
    queries = [rule["expr"] for rule in read_alerts()] + read_dashboard()
    asked = set(re.findall(r"showground_\w+", " ".join(queries)))
    assert asked <= known, asked - known
    documented = (ROOT / "docs" / "metrics.md").read_text()
    assert {name for name in kinds if name not in documented} == set()


def test_what_is_counted_in_the_database_is_counted_once_however_many_machines_there_are() -> None:
    """All machines show the same value of such a metric. Prometheus has labels `job` and `instance` of its own."""
    labels = {label for _, _, labels in (*COUNTS.values(), *TIMES.values()) for label in labels}
    assert labels.isdisjoint({"job", "instance"})
    documented = (ROOT / "docs" / "metrics.md").read_text().splitlines()
    shared = {name for line in documented if " * |" in line for name in re.findall(r"`(showground_\w+)`", line)}
    assert len(shared) > 10
    aggregated = r"\b(sum|max|min|avg)(?: by \([^)]*\) )?\((?:rate\(|increase\()?(showground_\w+)"
    for query in [rule["expr"] for rule in read_alerts()] + read_dashboard():
        for aggregate, name in re.findall(aggregated, query):
            assert name not in shared or aggregate == "max", query


def test_backups_of_containers_outlive_them() -> None:
    [volume] = read_services()["worker"]["volumes"]
    place = read_env_file()["SHOWGROUND_BACKUP_TO"]
    assert volume == f"backups:{place}"
    assert f"--owner showground --mode 700 {place}" in (DEPLOY / "Containerfile").read_text()


def test_every_package_is_locked_by_hash() -> None:
    packages = (ROOT / "requirements.lock").read_text().replace("\\\n", " ").splitlines()
    for package in packages:
        assert re.fullmatch(r"[a-z0-9.-]+==\S+( ; [^#]+)?(\s+--hash=sha256:[0-9a-f]{64})+", package), package
    locked = {package.partition("==")[0] for package in packages}
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    assert {Requirement(each).name for each in wanted} <= locked
    assert "--require-hashes --no-deps " in (DEPLOY / "Containerfile").read_text()


def test_the_image_keeps_all_that_is_needed() -> None:
    text = (DEPLOY / "Containerfile").read_text()
    for copied in re.findall(r"^COPY (.*) \S+$", text, re.MULTILINE):
        assert all((ROOT / name).exists() for name in copied.split())
    locked = set(re.findall(r"^([a-z0-9-]+)==", (ROOT / "requirements.lock").read_text(), re.MULTILINE))
    assert needed_by("showground") - {"showground"} <= locked


def needed_by(name: str) -> set[str]:
    """Everything that is installed for this package, itself included."""
    found: set[str] = set()
    waiting = [(name, "")]
    while waiting:
        package, extra = waiting.pop()
        for line in distribution(package).requires or []:
            wanted = Requirement(line)
            if wanted.marker and not wanted.marker.evaluate({"extra": extra}):
                continue
            for each in ("", *wanted.extras):
                if f"{wanted.name}[{each}]" not in found:
                    found |= {f"{wanted.name}[{each}]"}
                    waiting.append((wanted.name, each))
    return {name, *(re.sub(r"[-_.]+", "-", each.partition("[")[0]).lower() for each in found)}
