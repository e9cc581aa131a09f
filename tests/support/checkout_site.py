"""A running Showground in whose demo directory the founder has a draft to launch, and orders by its API."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx2
import psycopg

from tests.support.command import LONG, Running, free_port, running_warm, showground

SECRET = "a secret that only the tests of the till know"
BUYER = "founder@demo.example"
OWN_FORM = {"Sec-Fetch-Site": "same-origin"}


@dataclass
class Till:
    site: str
    key: str
    listing: int
    slug: str
    server: Running

    def order(self, *items: dict[str, Any], **more: Any) -> dict[str, Any]:
        answer = httpx2.post(
            f"{self.site}/api/v1/orders/checkout",
            headers={"Authorization": f"Bearer {self.key}"},
            json={"items": items, **more},
            timeout=LONG,
        )
        assert answer.status_code == 201, answer.text
        return answer.json()

    def get_order(self, number: str) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {self.key}"}
        answer = httpx2.get(f"{self.site}/api/v1/orders/{number}", headers=headers, timeout=LONG)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, url: str, **form: str) -> httpx2.Response:
        return httpx2.post(url, data=form, headers=OWN_FORM, timeout=LONG)

    def status(self) -> int:
        return httpx2.get(f"{self.site}/api/v1/listings/{self.slug}", timeout=LONG).status_code


def settings_of(url: str, **more: Any) -> dict[str, Any]:
    return {"database_url": url, "rate_limits": "off", "secret": SECRET, **more}


def prepare(url: str) -> tuple[str, int, str]:
    """Load the demo directory with a draft of the founder's; gives the founder's key, and the draft."""
    settings = settings_of(url)
    assert showground("demo", **settings).returncode == 0
    made = showground("key", "create", BUYER, "--scope", "orders:write", "--scope", "account:read", **settings)
    with psycopg.connect(url) as db:
        row = db.execute(
            """
            update listing set status = 'draft', plan = 'none', launch_week = null, live_at = null where id = (
                select listing_id from listing_member join account on account.id = account_id
                join listing on listing.id = listing_id
                where email = %s and status = 'live' and plan = 'free' order by listing_id limit 1
            ) returning id, slug
            """,
            (BUYER,),
        ).fetchone()
        assert row is not None
        db.execute("delete from public_profile where listing_id = %s", row[:1])
        db.execute("delete from launch where listing_id = %s", row[:1])
    return made.stdout.strip(), row[0], row[1]


@contextmanager
def serving(url: str, prepared: tuple[str, int, str], *arguments: str, port: int = 0, **more: Any) -> Generator[Till]:
    """The site for the time of this block; a port is kept by those who come back after a crash."""
    with running_warm("serve", *arguments, port=port or free_port(), **settings_of(url, **more)) as server:
        assert server.get("/readyz").status_code == 200, server.output
        yield Till(server.url.replace("127.0.0.1", "localhost"), *prepared, server)


@contextmanager
def running_till(url: str) -> Generator[Till]:
    """The VAT register does not answer: nothing may be fetched from this machine's own addresses."""
    with serving(url, prepare(url), vies_url="http://127.0.0.1:9/rest-api") as till:
        yield till
