"""How a new database is made."""

import sys

from showground.core.embedded_postgres.paths import NAME


def initdb_options() -> list[str]:
    """Code point order everywhere, so that an index does not depend on the machine's locale; checksums on, which
    PostgreSQL 18 has by default and 15 has not, and which pg_upgrade wants alike on both sides."""
    locale = ["--locale=en_US.UTF-8", "--lc-collate=C"] if sys.platform == "darwin" else ["--locale=C.UTF-8"]
    return ["-U", NAME, "-A", "trust", "-E", "UTF8", *locale, "--data-checksums"]
