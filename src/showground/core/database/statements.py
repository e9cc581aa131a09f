"""Statements as libpq takes them: placeholders as `$1`, values and rows converted, prepared once per connection.

psycopg's cursors do the same and much more, which takes longer than a short query itself.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from psycopg import errors, pq
from psycopg.abc import Buffer, Transformer
from psycopg.adapt import PyFormat
from psycopg.rows import TupleRow

PLACEHOLDER = re.compile(r"%(?:\((\w+)\)s|([s%]))")

Values = Sequence[Any] | Mapping[str, Any] | None


class Converted(NamedTuple):
    """A statement with numbered placeholders, and the names of its values in order, if they have names."""

    text: bytes
    names: tuple[str, ...]
    formats: tuple[PyFormat, ...]


@lru_cache(1_000)
def convert(query: str) -> Converted:
    """From psycopg's placeholders, `%s` or `%(name)s`, to those of PostgreSQL; `%%` is a percent sign."""
    names: list[str] = []
    count = 0

    def number(found: re.Match[str]) -> str:
        nonlocal count
        name, kind = found.groups()
        if kind == "%":
            return "%"
        if name is None:
            count += 1
            return f"${count}"
        if name not in names:
            names.append(name)
        count = len(names)
        return f"${names.index(name) + 1}"

    text = PLACEHOLDER.sub(number, query)
    return Converted(text.encode(), tuple(names), (PyFormat.AUTO,) * count)


class Bound(NamedTuple):
    """A statement and its values, ready to send."""

    text: bytes
    params: Sequence[Buffer | None] | None
    types: tuple[int, ...]
    formats: Sequence[pq.Format] | None


def bind(tx: Transformer, query: str, values: Values) -> Bound:
    if values is None:
        return Bound(query.encode(), None, (), None)  # as psycopg does, it is sent as it is
    text, names, formats = convert(query)
    given: Sequence[Any] = [values[name] for name in names] if isinstance(values, Mapping) else values
    if len(given) != len(formats):
        raise errors.ProgrammingError(f"the statement has {len(formats)} placeholders, not {len(given)}")
    params = tx.dump_sequence(given, formats)
    return Bound(text, params, tx.types or (), tx.formats)


def load(tx: Transformer, result: pq.abc.PGresult) -> list[TupleRow]:
    """The rows of a result; raises its error if it is one."""
    if result.status != pq.ExecStatus.TUPLES_OK:
        raise errors.error_from_result(result)
    tx.set_pgresult(result)
    return tx.load_rows(0, result.ntuples, tuple)
