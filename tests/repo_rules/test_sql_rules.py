"""Only `queries` modules and `core/database` contain SQL or use a connection.

RetentionRule conditions (`ended="sent_at <= %(before)s"`) are declarations, from which docs/retention.md is generated;
they may be anywhere.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "showground"
STATEMENT = re.compile(
    r"\s*(select\s.*|insert\s+into\s.*|update\s+\w+\s.*\bset\s.*|delete\s+from\s.*|with\s+\w+\s+as\s.*|analyze\b.*"
    r"|set\s+(local|transaction|session)\s.*|(lock|create|alter|drop|truncate)\s+(table|index|temporary)\s.*"
    r"|(listen|notify)\s+\w+)",
    re.DOTALL,
)
# What a Connection, or a cursor of it, is asked for. Nothing else in the project has methods of these names.
USES = {"execute", "executemany", "one", "all", "one_as", "all_as", "copy_rows", "cursor", "fetchone", "fetchall"}


def find_sql(module: Path, text: str) -> Iterator[str]:
    """What is wrong in a module, line by line."""
    if "queries" in (*module.parent.parts, module.stem) or module.parts[:2] == ("core", "database"):
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in USES:
            yield f"{module}:{node.lineno} uses a connection (`.{node.func.attr}`). Move it to `queries/`."
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and STATEMENT.fullmatch(node.value):
            yield f"{module}:{node.lineno} contains SQL. Move it to `queries/`."


def test_only_queries_contain_sql_or_use_a_connection() -> None:
    files = sorted(SOURCE.rglob("*.py"))
    assert len(files) > 500
    assert [found for file in files for found in find_sql(file.relative_to(SOURCE), file.read_text())] == []


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("orders/fulfilment.py", 'await ctx.db.execute("update purchase_line set done = %s", (1,))'),
        ("orders/fulfilment.py", "rows = await db.all(FIND)"),
        ("orders/fulfilment.py", 'await rows_of(db, "select id from draft")'),
        ("orders/actions/checkout.py", "lines = await ctx.db.all_as(CheckoutLine, LINES, (1,))"),
        ("core/jobs/worker.py", "row = await (await db.execute(NOW)).fetchone()"),
        (
            "listings/rules.py",
            'STATEMENT = """\n    with gone as (delete from listing returning id) select id from gone"""',
        ),
        ("surfaces/web/visit.py", "async with db.cursor() as cursor: pass"),
        ("doctor/database.py", 'db.execute("select now()")'),
    ],
)
def test_planted_sql_is_found(module: str, line: str) -> None:
    text = f"async def work(ctx, db):\n    {line}\n"
    assert list(find_sql(Path(module), text))
    assert not list(find_sql(Path("orders/queries/lines.py"), text))
    assert not list(find_sql(Path("backup/queries.py"), text))
    assert not list(find_sql(Path("core/database/locks.py"), text))


@pytest.mark.parametrize("text", ["select", "Select a plan.", "update", "with", "Set local time.", "all(found)"])
def test_ordinary_text_is_not_taken_for_sql(text: str) -> None:
    assert not list(find_sql(Path("surfaces/web/forms.py"), f"label = {text!r}\n"))
