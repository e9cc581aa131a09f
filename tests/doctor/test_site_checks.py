"""What `showground doctor` says about dead workers and the site's public address."""

from pathlib import Path

import psycopg
import pytest

from tests.support.certificates import Authority
from tests.support.command import free_port, running_warm, showground
from tests.support.dns import DnsServer
from tests.support.postgres import fresh_database
from tests.support.site import Site as OtherSite


def examine(part: str, **settings: object) -> str:
    done = showground("doctor", **settings)
    return next(line for line in done.stdout.splitlines() if line[5:].startswith(part))


def tell(url: str, statement: str) -> None:
    with psycopg.connect(url) as db:
        db.execute(statement.encode())


def test_workers(database_url: str) -> None:
    def workers() -> str:
        return examine("workers", database_url=database_url)

    assert workers() == "ok   workers     none running, and no job is waiting for one"
    tell(database_url, "insert into health_minute values (now(), 1, 0, 0, 1, 1, 0, 0, 0)")  # a web process runs
    assert workers().startswith("BAD  workers     no worker is running, and 0 jobs are waiting: no emails are sent")
    tell(database_url, "delete from health_minute")
    tell(database_url, "insert into procrastinate_jobs (queue_name, task_name, args) values ('x', 'x', '{}')")
    assert workers().startswith("ok ")  # just enqueued
    tell(database_url, "update procrastinate_events set at = at - interval '6 minutes'")
    assert workers().startswith("BAD  workers     no worker is running, and 1 job is waiting")
    tell(database_url, "delete from procrastinate_jobs")
    tell(database_url, "insert into procrastinate_workers (last_heartbeat) values (now() - interval '20 seconds')")
    assert workers().startswith("BAD  workers     no worker is running (1 stopped without signing off)")
    tell(database_url, "insert into procrastinate_workers (last_heartbeat) values (now())")
    assert workers() == "ok   workers     1 process runs jobs"
    tell(database_url, "insert into procrastinate_workers (last_heartbeat) values (now())")
    assert workers() == "ok   workers     2 processes run jobs"


def test_before_the_first_start_nobody_has_written_the_legal_pages(postgres: str) -> None:
    with fresh_database(postgres, "template0") as url:
        found = examine("pages", database_url=url)
    assert found.startswith("ok   pages       not written, or still the default text: imprint, privacy, terms.")


@pytest.mark.slow
def test_the_sites_address_and_name(database_url: str, tmp_path: Path) -> None:
    port = free_port()
    (tmp_path / "brand.toml").write_text('name = "Fair"\n')
    around = {"database_url": database_url, "data_dir": tmp_path, "site_url": f"http://localhost:{port}"}
    assert examine("site", **around).endswith("(development) is not running")
    with running_warm("serve", "--no-jobs", port=port, **around) as server:
        assert server.get("/healthz").status_code == 200
        assert server.says(f"Fair is at http://localhost:{port}")
        assert examine("site", **around) == f"ok   site        Fair at http://localhost:{port} (development) answers"
        assert server.stop() == 0


def test_an_address_that_leads_elsewhere(database_url: str, tmp_path: Path) -> None:
    production = {
        "env": "production", "secret": "0123456789abcdef" * 4, "payments": "off", "smtp_url": "smtp://127.0.0.1:1",
        "database_url": database_url,
    }  # fmt: skip
    closed = examine("site", site_url=f"https://127.0.0.1:{free_port()}", **production)
    assert closed.startswith("BAD  site ")
    assert "can't be reached from here (not reachable)" in closed
    assert closed.endswith("check SHOWGROUND_SITE_URL, the DNS record, the certificate and the proxy.")
    authority = Authority(tmp_path)
    with DnsServer() as dns, OtherSite({"/healthz": "Hello"}, tls=authority.server("launches.test")) as other:
        dns.records["launches.test"] = [other.host]
        around = {
            **production,
            "site_url": f"https://launches.test:{other.port}",
            "dns_server": f"127.0.0.1:{dns.address[1]}",
        }
        assert "can't be reached from here (tls failed)" in examine("site", **around)
        said = examine("site", **around, ca_file=authority.file)
        assert "can't be reached from here (200, from something else than Showground)" in said
