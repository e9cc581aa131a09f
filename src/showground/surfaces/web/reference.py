"""The reference page: every operation, for people to read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from jinja2 import Environment

from showground.core.context import Site
from showground.core.failures import Failure, InvalidInput
from showground.core.limits import Limit, Quotas
from showground.core.operation import PUBLIC
from showground.surfaces.answers import all_failures, example_problem, failures_of
from showground.surfaces.examples import example_input, example_output
from showground.surfaces.openapi import by_domain, describe_domain
from showground.surfaces.schemas import AnyOperation, Schemas, read_schemas
from showground.surfaces.site_names import MADE_UP, SiteNames
from showground.surfaces.web.fields import FieldRow, input_rows, output_rows
from showground.surfaces.web.literals import write_json
from showground.surfaces.web.snippets import Snippet, snippets


@dataclass(frozen=True, slots=True)
class Entry:
    """One operation as the page shows it."""

    op: AnyOperation
    public: bool
    limit: Limit | None
    limit_if: tuple[Limit, str, str] | None  # one of the calls that have this value in this field
    takes: list[FieldRow]
    gives: list[FieldRow]
    failures: list[type[Failure]]
    snippets: list[Snippet]
    answer: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """The operations of one domain."""

    name: str
    description: str
    entries: list[Entry]


def render_reference(
    templates: Environment,
    operations: Sequence[AnyOperation],
    site: Site,
    scopes: Mapping[str, str],
    quotas: Quotas,
    names: SiteNames = MADE_UP,
    *,
    signed_in: bool = False,
) -> str:
    schemas = read_schemas(operations)
    return templates.get_template("reference.html").render(
        chapters=[
            Chapter(domain, describe_domain(ops[0]), [_entry(op, schemas, site, quotas, names) for op in ops])
            for domain, ops in by_domain(operations).items()
        ],
        scopes=scopes,
        limits=(
            (quotas.anonymous, "without signing in, from one network address"),
            (quotas.account, "by one account"),
            (quotas.address, "signed in, from one network address"),
            (quotas.writes, "by one account, of those that change something"),
        ),
        failures=all_failures(operations),
        problem=write_json(example_problem(InvalidInput)),
        path="/docs/api",
        person=signed_in,
    )


def _entry(op: AnyOperation, schemas: Schemas, site: Site, quotas: Quotas, names: SiteNames) -> Entry:
    return Entry(
        op=op,
        public=op.scope == PUBLIC,
        limit=op.limit and quotas.scale(op.limit),
        limit_if=op.limit_if and (quotas.scale(op.limit_if[0]), *op.limit_if[1:]),
        takes=input_rows(op, schemas),
        gives=output_rows(op, schemas),
        failures=failures_of(op),
        snippets=snippets(op, names.put_into(example_input(op, schemas)), site),
        answer=write_json(example_output(op, schemas)),
    )
