"""Listings from a spreadsheet and into one."""

import csv
import io
import json
import zipfile
from pathlib import Path

import pytest
from psycopg import sql

from showground.bulk.csv_rows import COLUMNS, LISTS, NESTED
from showground.bulk.full_export import LEFT_OUT, export_everything
from showground.bulk.lines import read_rows
from showground.bulk.listing_export import export_csv, export_listings
from showground.bulk.listing_import import FileRefused, import_listings
from showground.bulk.rows import ListingRow
from showground.categories.actions.categories import load_categories
from showground.core.calls.models import NoInput
from showground.core.database.pool import Connection
from tests.support.world import World, running_world

COUNT = sql.SQL("select count(*) from {}")
pytestmark = pytest.mark.anyio


def quiet(_done: int, _total: int) -> None:
    pass


@pytest.fixture
async def empty(world: World) -> World:
    await world.dispatcher.call(load_categories, world.caller(), NoInput())
    return world


async def read_back(world: World) -> list[dict[str, object]]:
    return [json.loads(line) async for line in export_listings(world.dispatcher, quiet)]


async def refuse(world: World, file: Path, text: str | bytes) -> list[str]:
    file.write_bytes(text if isinstance(text, bytes) else text.encode())  # noqa: ASYNC240
    with pytest.raises(FileRefused) as refused:
        await import_listings(world.dispatcher, file, quiet)
    assert await read_back(world) == []
    return refused.value.lines


@pytest.mark.parametrize(("separator", "mark"), [(",", ""), (";", "\ufeff"), ("\t", "")])
async def test_a_spreadsheet_is_imported(empty: World, tmp_path: Path, separator: str, mark: str) -> None:
    async with empty.dispatcher.database.reading() as db:
        known = [slug for (slug,) in await db.all("select slug from category order by id limit 2")]
    rows = [
        ["Name", "website", "tagline", "categories", "keywords", "founded_year", "owner_email", "socials", "city"],
        ["Tidewater", "https://tidewater.example", 'Backups, "done"\nand dusted', "; ".join(known), "a;b", "2019",
         "ada@example.org", '{"github": "https://github.com/tidewater"}', ""],
        [],
        ["Meadow", "https://meadow.example", "", "", '["x; y"]', "", "", "", "Linz"],
    ]  # fmt: skip
    text = io.StringIO()
    csv.writer(text, delimiter=separator).writerows(rows)
    file = tmp_path / "listings.csv"
    file.write_text(mark + text.getvalue(), newline="", encoding="utf-8")
    assert await import_listings(empty.dispatcher, file, quiet) == 2
    first, second = await read_back(empty)
    assert first["tagline"] == 'Backups, "done" and dusted'
    assert (first["categories"], first["keywords"], first["founded_year"]) == (known, ["a", "b"], 2019)
    assert first["people"] == [{"email": "ada@example.org", "name": "ada", "role": "owner"}]
    assert first["socials"] == {"github": "https://github.com/tidewater"}
    assert (second["keywords"], second["city"], "tagline" in second) == (["x; y"], "Linz", False)


async def test_every_bad_row_is_named_with_its_line(empty: World, tmp_path: Path) -> None:
    file = tmp_path / "listings.csv"
    assert await refuse(empty, file, "name,web site\nA,https://a.example\n") == [
        "Line 1: There is no column 'web site'. Did you mean website?",
        "Line 1: The first line must name the columns, but website is missing.",
    ]
    assert await refuse(empty, file, "name,website,name\n") == ["Line 1: The column name is there twice."] * 2
    text = 'name,website,tagline,faqs\nA,https://a.example,"two\nlines",\nB,nowhere,,\nC,https://c.example\n,,,\nD,https://d.example,,oops\n'
    lines = await refuse(empty, file, text)
    assert [line.partition(" ")[2].partition(":")[0] for line in lines] == ["4", "5", "7"]
    assert "website" in lines[0]
    assert lines[1] == "Line 5: This row has 2 cells, but there are 4 columns."
    assert lines[2].startswith("Line 7: faqs: This is not valid JSON: ")
    assert (await refuse(empty, file, 'name,website\n"A,https://a.example\n'))[0].startswith(
        "Line 2: This is not valid CSV"
    )
    assert await refuse(empty, file, "name,website,faqs,story,country\nA,nowhere,oops,],UK\n") == [
        "Line 2: faqs: This is not valid JSON: Expecting value: line 1 column 1 (char 0).",
        "Line 2: story: This is not valid JSON: Expecting value: line 1 column 1 (char 0).",
        "Line 2: website: Must be a URL that starts with https:// or http://.",
        "Line 2: country: UK is not an ISO 3166 country code. Did you mean GB?",
    ]
    [wrong] = await refuse(empty, file, "name,website\nCaf\xe9,https://a.example\n".encode("latin-1"))
    assert wrong.endswith("This is not UTF-8 text. Export the file as CSV in UTF-8.")
    assert await refuse(empty, file, "name,website\n") == ["Line 1: There are no listings in this file."]


async def test_a_json_array_is_neither_json_lines_nor_csv(empty: World, tmp_path: Path) -> None:
    array = '[\n  {"name":"A","website":"https://a.example"}\n]'
    said = "Line 1: This is a JSON array. Write one JSON object per line (JSON Lines) without the brackets, or use CSV."
    for name in ("listings", "listings.json", "listings.csv"):
        assert await refuse(empty, tmp_path / name, array) == [said]


async def test_a_spreadsheet_runs_nothing_that_strangers_wrote(empty: World, tmp_path: Path) -> None:
    row = {"name": "=1+1", "website": "https://a.example", "tagline": "-2", "keywords": ["@x", "y"], "city": "'quoted"}
    first, second = tmp_path / "a.jsonl", tmp_path / "b.csv"
    first.write_text(json.dumps(row))
    await import_listings(empty.dispatcher, first, quiet)
    second.write_bytes(b"".join([line async for line in export_csv(empty.dispatcher, quiet)]))
    heading, cells = csv.reader(io.StringIO(second.read_text()))
    written = dict(zip(heading, cells, strict=True))
    assert [written[name] for name in ("name", "tagline", "keywords")] == ["'=1+1", "'-2", "'@x; y"]
    [(_, read)] = read_rows(second)
    assert isinstance(read, ListingRow)
    assert (read.name, read.tagline, read.keywords, read.city) == ("=1+1", "-2", ["@x", "y"], "'quoted")


@pytest.mark.slow
async def test_a_whole_directory_as_csv_and_back(demo_world: World, database_url: str, tmp_path: Path) -> None:
    file = tmp_path / "listings.csv"
    file.write_bytes(b"".join([line async for line in export_csv(demo_world.dispatcher, quiet)]))
    before = await read_back(demo_world)
    async with running_world(database_url) as other:
        await other.dispatcher.call(load_categories, other.caller(), NoInput())
        assert await import_listings(other.dispatcher, file, quiet) == len(before) == 120
        assert await read_back(other) == before


def test_every_field_has_its_kind_of_cell() -> None:
    for name in COLUMNS:
        kind = str(ListingRow.model_fields[name].annotation)
        nested = "dict" in kind or "Row" in kind
        assert (name in NESTED) == nested, name
        assert (name in LISTS) == ("list[" in kind and not nested), name


@pytest.mark.slow
async def test_everything_is_exported_except_what_lets_somebody_in(demo_world: World, tmp_path: Path) -> None:
    file = tmp_path / "all.zip"
    async with demo_world.dispatcher.database.transaction() as db:
        await db.execute(
            "insert into media_file (name, type, content, created_at) values ('x.webp', 'image/webp', 'x', now())"
        )
        await db.execute(
            "insert into outbox (recipient, template, subject, body_text, body_html, created_at)"
            " values ('a@b.example', 'x', 'x', 'hunter2', '', now())"
        )
        counts = await count_rows(db)
    with file.open("wb") as out:
        count = await export_everything(demo_world.dispatcher, out, quiet)
    with zipfile.ZipFile(file) as archive:
        names = set(archive.namelist())
        tables = {name[7:-4]: archive.read(name).decode() for name in names if name.startswith("tables/")}
        assert tables.keys() == counts.keys() - LEFT_OUT.keys()
        assert len(tables) == count
        for table, text in tables.items():
            heading, *rows = csv.reader(io.StringIO(text))
            assert len(rows) == counts[table], table
            assert not [column for column in heading if "token" in column or "hash" in column or "secret" in column]
        assert len(archive.read("listings.jsonl").splitlines()) == counts["listing"]
        assert archive.read("files/media_file/x.webp") == b"x"
        assert all(f"  {table}: " in archive.read("README.txt").decode() for table in LEFT_OUT)
        assert not [name for name in names if b"hunter2" in archive.read(name)]
    assert LEFT_OUT.keys() <= counts.keys()


async def count_rows(db: Connection) -> dict[str, int]:
    tables = await db.all(
        "select tablename from pg_tables where schemaname = 'public' and tablename !~ '^procrastinate'"
    )
    counts: dict[str, int] = {}
    for (table,) in tables:
        row = await (await db.execute(COUNT.format(sql.Identifier(table)))).fetchone()
        counts[table] = row[0] if row else 0
    return counts
