"""Exports everything in open formats, for moving to other software: a zip archive of CSV, JSON Lines and image files.

`showground backup` is for restoring the same site; its content is in PostgreSQL's own format.
"""

import zipfile
from collections.abc import Callable
from typing import BinaryIO

from showground.bulk import queries
from showground.bulk.listing_export import export_listings
from showground.core.calls.dispatch import Dispatcher

FILES_AT_ONCE = 20
SECRET_WORDS = (
    "token",
    "secret",
    "hash",
    "salt",
)  # columns with one of these let somebody in, or help to guess what does
LEFT_OUT_BECAUSE = {
    "addresses at other services, which may contain their keys": ("webhook",),
    "answers to repeated requests, deleted after a day": ("idempotency_key",),
    "codes and tokens that sign apps in": ("oauth_code", "oauth_token"),
    "a queue for the search index": ("search_change", "search_unmerged"),
    "computed from the listings": ("public_profile",),
    "how this database stores profiles": ("storage_choice",),
    "computed from the listings, for search": ("listing_meaning", "listing_search", "search_bitmap", "search_word"),
    "emails, with links that sign people in": ("mail_body", "outbox"),
    "links that confirm a subscription": ("newsletter_request",),
    "links that sign people in": ("sign_in_link",),
    "made from the listings every night": ("dump", "dump_chunk"),
    "positions in PostgreSQL's log": ("last_write",),
    "sign-ins in progress": ("passkey_challenge", "sign_in_elsewhere"),
    "signed-in browsers": ("session",),
    "what was sent to webhooks, deleted after 30 days": ("webhook_delivery",),
}
LEFT_OUT = dict(sorted((table, why) for why, tables in LEFT_OUT_BECAUSE.items() for table in tables))
README = """Everything in this directory, in open formats.
It contains personal data: store it where only you can read it.

listings.jsonl  Every listing with its images, one JSON object per line. `showground import listings` reads it.
tables/         One CSV file per table (UTF-8, comma, first line: the columns). Times are in UTC.
files/          Stored images, by table and by the name that the tables use.

Left out, because it lets somebody in: columns named after tokens, secrets and hashes, and binary columns.
Left out, because it is computed, or only for the running site:
"""


async def export_everything(dispatcher: Dispatcher, out: BinaryIO, progress: Callable[[int, int], None]) -> int:
    """Write the archive; returns the number of tables."""
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        left_out = "".join(f"  {name}: {why}\n" for name, why in LEFT_OUT.items())
        archive.writestr("README.txt", README + left_out)
        with archive.open("listings.jsonl", "w", force_zip64=True) as listings:
            async for line in export_listings(dispatcher, lambda _done, _total: None):
                listings.write(line)
        async with dispatcher.database.reading(snapshot=True) as db:
            await db.take_time()
            tables: dict[str, list[str]] = {}
            stored: list[str] = []
            for table, column, kind in await queries.list_columns(db):
                if table in LEFT_OUT:
                    continue
                tables.setdefault(table, [])
                if kind == "bytea" and column == "content":
                    stored.append(table)
                elif kind != "bytea" and not any(word in column for word in SECRET_WORDS):
                    tables[table].append(column)
            for number, (table, columns) in enumerate(tables.items()):
                progress(number, len(tables))
                with archive.open(f"tables/{table}.csv", "w", force_zip64=True) as file:
                    async for data in queries.copy_csv(db, table, columns):
                        file.write(data)
            for table in stored:
                last = ""
                while files := await queries.list_files(db, table, last, FILES_AT_ONCE):
                    for last, content in files:
                        archive.writestr(f"files/{table}/{last}", content)
            progress(len(tables), len(tables))
    return len(tables)
