"""Says why a database can't be used, and what to do about it."""

import psycopg
from psycopg.conninfo import conninfo_to_dict

ENCODING_HINT = (
    "If the user or password contains special characters, percent-encode them: `@` as `%40`, `/` as `%2F`, and `#` as"
    " `%23`."
)


def explain(problem: psycopg.Error, conninfo: str, setting: str) -> str:
    """One line. `setting` is where the operator wrote the address."""
    reason = str(problem).strip().splitlines()[0].rstrip(".")
    if isinstance(problem, psycopg.errors.InsufficientPrivilege):
        return f"{reason}. {_own(conninfo, setting)}"
    return f"{reason}. {check_address(conninfo, setting)}"


def check_address(conninfo: str, setting: str) -> str:
    hint = f" {ENCODING_HINT}" if _has_raw_characters(conninfo) else ""
    return f"Check {setting}.{hint}"


def _has_raw_characters(conninfo: str) -> bool:
    """Whether a user or password may contain characters that end it early: everything before the last `@` is theirs."""
    scheme, _, rest = conninfo.partition("://")
    return scheme in ("postgresql", "postgres") and any(sign in rest.rpartition("@")[0] for sign in "@/?#")


def _own(conninfo: str, setting: str) -> str:
    """`public` belongs to whoever owns the database."""
    parts = conninfo_to_dict(conninfo)
    user = parts.get("user") or "USER"
    name = parts.get("dbname") or user
    return (
        f"The user of {setting} must own the database. As the database's superuser, run"
        f' `alter database "{name}" owner to "{user}"`.'
    )
