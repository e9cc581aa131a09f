"""The API reference page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from jinja2 import Environment

from showground.core.calls.context import Site
from showground.core.calls.declare import PUBLIC
from showground.core.calls.errors import ApiError, InvalidInput
from showground.core.calls.rate_limits import Limit, Quotas
from showground.surfaces.openapi.document import by_domain, describe_domain
from showground.surfaces.openapi.examples import example_input, example_output
from showground.surfaces.openapi.schemas import AnyOperation, Schemas, read_schemas
from showground.surfaces.operation_errors import all_errors, errors_of, example_problem
from showground.surfaces.site_names import MADE_UP, SiteNames
from showground.surfaces.web.visitors.code_samples import Snippet, snippets
from showground.surfaces.web.visitors.literals import write_json
from showground.surfaces.web.visitors.schema_rows import FieldRow, input_rows, output_rows


@dataclass(frozen=True, slots=True)
class ReferenceEntry:
    """One operation as shown on the page."""

    op: AnyOperation
    public: bool
    limit: Limit | None
    limit_if: tuple[Limit, str, str] | None  # a limit for calls that have this value in this field
    takes: list[FieldRow]
    gives: list[FieldRow]
    errors: list[type[ApiError]]
    snippets: list[Snippet]
    answer: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """The operations of one domain."""

    name: str
    description: str
    entries: list[ReferenceEntry]


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
            (quotas.anonymous, "without signing in, per IP address"),
            (quotas.account, "per account"),
            (quotas.address, "signed in, per IP address"),
            (quotas.writes, "per account, for operations that change something"),
        ),
        errors=all_errors(operations),
        problem=write_json(example_problem(InvalidInput)),
        path="/docs/api",
        person=signed_in,
    )


def _entry(op: AnyOperation, schemas: Schemas, site: Site, quotas: Quotas, names: SiteNames) -> ReferenceEntry:
    return ReferenceEntry(
        op=op,
        public=op.scope == PUBLIC,
        limit=op.limit and quotas.scale(op.limit),
        limit_if=op.limit_if and (quotas.scale(op.limit_if[0]), *op.limit_if[1:]),
        takes=input_rows(op, schemas),
        gives=output_rows(op, schemas),
        errors=errors_of(op),
        snippets=snippets(op, names.put_into(example_input(op, schemas)), site),
        answer=write_json(example_output(op, schemas)),
    )
