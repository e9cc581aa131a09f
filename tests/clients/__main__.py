"""Clients that others wrote against a running Showground: `make clients`.

Every client reads anonymously, drafts, submits, asks for a quote and checks out, and a person consents once. Then a
scanner rates how ready the site is for agents. It needs npm's and PyPI's registries, so neither `make test` nor CI
runs it. Renews docs/clients.md.
"""

import sys
import tempfile
from pathlib import Path

from tests.clients.journeys import CLIENTS, Result, travel
from tests.clients.packages import install
from tests.clients.product import running_site
from tests.clients.scanner import scan
from tests.clients.table import write_table


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
            readiness = scan(site)
            sys.stdout.write(f"{readiness.summary}\n")
    write_table(results, readiness)
    sys.exit(any(result.problem for result in results) or readiness.score < 100)


if __name__ == "__main__":
    main()
