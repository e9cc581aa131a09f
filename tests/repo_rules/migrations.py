"""What a migration may not do while the version before it serves, and how it is done instead."""

import re

from showground.core.database.migrations import Migration

# Up to here nobody runs an older version: they all came with the first release.
FIRST_RELEASE = 36
WAIVER = re.compile(r"^-- locks: \S.*$", re.MULTILINE)  # with the reason, such as that the table is small

IN_TWO_STEPS = (
    "the version before still uses it: add the new first, and take the old away one release later,"
    " with `-- needs: THE MIGRATION THAT ADDED THE NEW`"
)
NO_COLUMN = "not null|default|constraint|expression|identity"  # what a column may lose
DESTRUCTIVE = {
    r"\bdrop (table|view|materialized view|function|type|schema)\b": IN_TWO_STEPS,
    rf"\bdrop (column )?(if exists )?(?!{NO_COLUMN})\w+\s*(,|;|$|cascade)": IN_TWO_STEPS,
    r"\brename\b": IN_TWO_STEPS,
    r"\balter (column )?\w+ (set data )?type\b": (
        "the table is rewritten under a lock: add a column, fill it in batches, and change over"
    ),
    r"\badd (column )?(if not exists )?\w+ [^,;]*\bnot null\b(?![^,;]*\bdefault\b)(?![^,;]*\bgenerated\b)": (
        "the version before does not fill it: give it a default"
    ),
    r"\balter (column )?\w+ set not null\b": (
        "the version before may leave it out: one release later, with `-- needs:`"
    ),
}
LOCKING = {
    r"\bcreate (unique )?index (?!concurrently)": (
        "writers wait until it is made: `create index concurrently`, in a file with `-- alone`"
    ),
    r"\badd (constraint \w+ )?(unique|primary key|exclude)\b": (
        "make the index first, concurrently, then `add constraint ... using index`"
    ),
    r"\badd (constraint \w+ )?(check|foreign key)\b(?![^;]*\bnot valid\b)": (
        "the whole table is checked under a lock: `not valid`, then `validate constraint` in a file of its own"
    ),
    r"\bvacuum full\b|\bcluster\b|\breindex (?!.*concurrently)|\block table\b": (
        "the table is locked for as long as it takes"
    ),
}


def objections(migration: Migration) -> list[str]:
    """What is wrong with this file; tables that it makes itself are nobody's yet."""
    text = re.sub(r"--.*$", "", migration.sql.lower(), flags=re.MULTILINE)
    new = set(re.findall(r"\bcreate table (?:if not exists )?(\w+)", text))
    found: list[str] = []
    for statement in text.split(";"):
        table = re.search(r"\b(?:alter table (?:if exists )?(?:only )?|\bon )(\w+)", statement)
        if table and table[1] in new:
            continue
        plain = " ".join(statement.split()) + ";"
        if migration.needs is None:
            found += _match(DESTRUCTIVE, plain)
        if not WAIVER.search(migration.sql):
            found += _match(LOCKING, plain)
    return found


def _match(rules: dict[str, str], statement: str) -> list[str]:
    return [f"{match[0].strip()}: {advice}" for rule, advice in rules.items() if (match := re.search(rule, statement))]
