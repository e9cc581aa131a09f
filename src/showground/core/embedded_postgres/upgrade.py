"""Explains what to do if the database was created by another major version of PostgreSQL."""

import shlex

from showground.core.embedded_postgres.binaries import Binaries, local_binaries
from showground.core.embedded_postgres.errors import OtherVersion
from showground.core.embedded_postgres.initdb import initdb_options
from showground.core.embedded_postgres.paths import NAME, PORT, ServerPaths


def refuse_other_version(place: ServerPaths, binaries: Binaries) -> None:
    made_by = place.data / "PG_VERSION"
    if made_by.exists() and (old := int(made_by.read_text())) != binaries.major:
        raise OtherVersion((_way_to_upgrade if old < binaries.major else _way_back)(place, old, binaries))


def _way_back(place: ServerPaths, newer: int, ours: Binaries) -> str:
    """PostgreSQL has no tool to downgrade a database."""
    return (
        f"The database in {place.data} was created by PostgreSQL {newer}, but {ours.folder} is PostgreSQL"
        f" {ours.version}, which cannot read it. Nothing was changed. Install the version of Showground you used"
        f" before, which includes PostgreSQL {newer}. Or restore a backup: move {place.data} away, then run"
        f" `showground restore FILE`."
    )


def _way_to_upgrade(place: ServerPaths, old: int, new: Binaries) -> str:
    """Shell commands for the user who sees this message; a test runs them."""
    old_folder = next((str(found.folder) for found in local_binaries() if found.major == old), None)
    as_server = f"runuser -u {place.username} -- " if place.user is not None else ""
    owned = f"-o {place.username} " if place.user is not None else ""
    data, fresh, kept = (shlex.quote(str(place.home / name)) for name in ("data", "data.upgraded", f"data.{old}"))
    sockets, log = shlex.quote(str(place.sockets)), shlex.quote(f"{place.sockets}/dump.log")
    options = shlex.join(initdb_options())
    listen = shlex.quote(f"-c listen_addresses= -p {PORT} -k {sockets}")
    need = "" if old_folder else f" (first install PostgreSQL {old} and set OLD to the folder of its programs)"
    return f"""The database in {place.data} was created by PostgreSQL {old}, but {new.folder} is {new.version}.
Nothing was changed. Either upgrade it, which needs the programs of both versions{need}:

    OLD={shlex.quote(old_folder or f"/usr/lib/postgresql/{old}/bin")}
    NEW={shlex.quote(str(new.folder))}
    install -d -m 700 {owned}{fresh} {sockets}
    cd {fresh}
    {as_server}$NEW/initdb -D {fresh} {options}
    {as_server}$NEW/pg_upgrade -b $OLD -B $NEW -d {data} -D {fresh} -U {NAME} -s {sockets}
    mv {data} {kept}
    mv {fresh} {data}

or move it to your own PostgreSQL server, whose address is in SHOWGROUND_DATABASE_URL:

    {as_server}$OLD/pg_ctl -D {data} -w -l {log} -o {listen} start
    $OLD/pg_dump -h {sockets} -p {PORT} -U {NAME} --no-owner {NAME} > showground.sql
    {as_server}$OLD/pg_ctl -D {data} -w stop
    psql "$SHOWGROUND_DATABASE_URL" -f showground.sql
"""
