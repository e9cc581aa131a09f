"""The schema of a database as text, the same on every version of PostgreSQL; `docs/schema.md` is made with it."""

import re
import sys

import psycopg

from tests.support.folders import temporary_folder
from tests.support.postgres import at, running_server

COLUMNS = """
select c.relname, string_agg(format('    %s %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
    case when a.attnotnull then ' not null' else '' end,
    case when a.attidentity <> '' then ' identity'
         when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end),
    E'\n' order by a.attnum)
from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'procrastinate%'
group by c.relname order by c.relname
"""
CONSTRAINTS = """
select conrelid::regclass::text, '    ' || pg_get_constraintdef(oid) from pg_constraint
where connamespace = 'public'::regnamespace and conrelid <> 0 and conrelid::regclass::text not like 'procrastinate%'
    and contype <> 'n'
order by 1, contype desc, 2
"""
INDEXES = """
select tablename, '    ' || indexdef from pg_indexes
where schemaname = 'public' and tablename not like 'procrastinate%'
    and indexname not in (select conname from pg_constraint)
order by indexname
"""
VIEWS = "select viewname, definition from pg_views where schemaname = 'public' order by viewname"
INTRO = (
    "# Schema\n\nWhat the migrations make, without the job queue's own tables. `make docs` renews this file.\n\n"
    "```text\n"
)


def describe(conninfo: str) -> str:
    """Tables with columns, constraints and indexes; then views."""
    with psycopg.connect(conninfo) as db:
        tables: dict[str, list[str]] = {name: [columns] for name, columns in db.execute(COLUMNS)}
        for name, line in [*db.execute(CONSTRAINTS), *db.execute(INDEXES)]:
            tables[name].append(line)
        views = [f"view {name}\n{unqualified(definition).strip()}" for name, definition in db.execute(VIEWS)]
    parts = [f"table {name}\n" + "\n".join(lines) for name, lines in tables.items()]
    return INTRO + "\n\n".join(parts + views) + "\n```\n"


def unqualified(view: str) -> str:
    """The columns of a view of one table without its name, which PostgreSQL 15 writes before them."""
    tables = re.findall(r"(?:FROM|JOIN) (\w+)", view)
    return re.sub(rf"\b{tables[0]}\.", "", view) if len(tables) == 1 else view


if __name__ == "__main__":
    with temporary_folder() as folder, running_server(folder) as server:
        sys.stdout.write(describe(at(server, "migrated")))
