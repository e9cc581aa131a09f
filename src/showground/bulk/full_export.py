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
LEFT_OUT = {
    "dump": "made from the listings every night",
    "dump_chunk": "made from the listings every night",
    "idempotency_key": "answers to repeated requests, deleted after a day",
    "last_write": "positions in PostgreSQL's log",
    "listing_meaning": "computed from the listings, for search",
    "listing_search": "computed from the listings, for search",
    "mail_body": "emails, with links that sign people in",
    "newsletter_request": "links that confirm a subscription",
    "oauth_code": "codes that sign apps in",
    "oauth_token": "tokens of apps",  # nosec B105 - says what the table holds
    "outbox": "emails, with links that sign people in",
    "passkey_challenge": "sign-ins in progress",
    "public_profile": "computed from the listings",
    "search_change": "a queue for the search index",
    "search_word": "computed from the listings, for search",
    "session": "signed-in browsers",
    "sign_in_elsewhere": "sign-ins in progress",
    "sign_in_link": "links that sign people in",
    "webhook": "addresses at other services, which may contain their keys",
    "webhook_delivery": "what was sent to webhooks, deleted after 30 days",
}
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
