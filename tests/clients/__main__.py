"""Clients that others wrote against a running Showground: `make clients`.

Every client reads anonymously, drafts, submits, asks for a quote and checks out, and a person consents once. Then an
agent that follows only what the server says gets a product from its address to a live, paid listing, a
scanner rates how ready the site is for agents, a host shows the MCP Apps in Chromium, and generators make typed clients
and collections of the OpenAPI document. It needs npm's and PyPI's registries, so neither `make test` nor CI runs it.
Renews docs/clients.md.
"""

import sys
import tempfile
from pathlib import Path

from tests.clients.agent_run import run_agent
from tests.clients.apps import show_apps
from tests.clients.journeys import CLIENTS, Result, travel
from tests.clients.packages import install
from tests.clients.product import running_site
from tests.clients.scanner import scan
from tests.clients.table import write_table
from tests.clients.typed_clients import generate_all


def main() -> None:
    install()
    results: list[Result] = []
    with tempfile.TemporaryDirectory(prefix="showground-clients-") as folder:
        Path(folder).chmod(0o755)  # as root, the database runs as another user, who must get in
        with running_site(Path(folder)) as site:
            for number, client in enumerate(CLIENTS):
                result = travel(client, site, site.products[number])
                results.append(result)
                sys.stdout.write(f"{client.title}: {result.summary}\n")
                sys.stdout.flush()
            agent = run_agent(site, site.products[len(CLIENTS)])
            sys.stdout.write(f"{agent.summary}\n")
            readiness = scan(site)
            sys.stdout.write(f"{readiness.summary}\n")
            apps = show_apps(site)
            sys.stdout.writelines(f"{each.summary}\n" for each in apps)
            generated = generate_all(site)
            sys.stdout.writelines(f"{each.summary}\n" for each in generated)
    write_table(results, agent, readiness, apps, generated)
    sys.exit(any(each.problem for each in (*results, agent, *apps, *generated)) or readiness.score < 100)


if __name__ == "__main__":
    main()
