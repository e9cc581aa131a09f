"""An app that is known by the address of its own description, and a world that can read it."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from ipaddress import ip_network
from pathlib import Path
from typing import Any

from tests.support.app import App
from tests.support.certificates import Authority
from tests.support.dns import DnsServer
from tests.support.site import Answer, Site
from tests.support.world import World, running_world

NAME = "good.test"


@dataclass
class Documented:
    """A world that can read one app's document, and the site that serves it."""

    world: World
    site: Site

    def client_id(self, name: str = "client.json") -> str:
        return f"{self.site.at(NAME)}/{name}"

    def serve(self, name: str = "client.json", headers: dict[str, str] | None = None, **changes: Any) -> App:
        return App(self.world, publish(self.site, name, headers, **changes), "http://127.0.0.1:7777/cb")


def publish(site: Site, name: str = "client.json", headers: dict[str, str] | None = None, **changes: Any) -> str:
    """Have a site serve the description of an app; returns the client_id, which is its address."""
    client_id = f"{site.at(NAME)}/{name}"
    document = {
        "client_id": client_id,
        "client_name": "Documented Trellis",
        "redirect_uris": ["http://127.0.0.1/cb"],
        "grant_types": ["authorization_code", "refresh_token"],
        "token_endpoint_auth_method": "none",
    }
    text = json.dumps({key: value for key, value in (document | changes).items() if value is not None})
    site.pages[f"/{name}"] = Answer(text, type="application/json", headers=headers or {})
    return client_id


@asynccontextmanager
async def running_documented(database_url: str, folder: Path, **more: Any) -> AsyncGenerator[Documented]:
    """With Alice; `private.test` leads where nothing may be fetched."""
    authority = Authority(folder)
    names = {NAME: ["127.0.0.2"], "private.test": ["127.0.0.1"]}
    with Site(host="127.0.0.2", tls=authority.server(NAME)) as site, DnsServer(names) as dns:
        around: dict[str, Any] = {
            "fetch_allow": (ip_network("127.0.0.2/32"),),
            "dns_server": dns.address,
            "ca_file": authority.file,
        }
        async with running_world(database_url, **around, **more) as world:
            await world.add_person("alice")
            yield Documented(world, site)
