"""Options for creating a new database."""

import sys

from showground.core.embedded_postgres.paths import NAME


def initdb_options() -> list[str]:
    """Options for initdb.

    Text sorts by code point, so that indexes do not depend on the machine's locale. Checksums are always on: they are
    the default in PostgreSQL 18 but not in 15, and pg_upgrade needs the same setting on both sides.
    """
    locale = ["--locale=en_US.UTF-8", "--lc-collate=C"] if sys.platform == "darwin" else ["--locale=C.UTF-8"]
    return ["-U", NAME, "-A", "trust", "-E", "UTF8", *locale, "--data-checksums"]
