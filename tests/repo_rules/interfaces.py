"""A contract type for import-linter: how domains may be imported. A domain's interface is its `__init__`."""

from typing import cast

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class InterfacesContract(Contract):
    """Checks every domain, which is each part of the root package that the options do not name.

    - Others import a domain's interface and nothing deeper; but surfaces also import its operations and actions,
      and roots import anything.
    - Nothing inside a domain imports its own interface.
    - An interface imports none of its own domain's operations, actions and jobs.
    """

    foundations = fields.SetField(fields.StringField())
    surfaces = fields.SetField(fields.StringField())
    roots = fields.SetField(fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:  # noqa: ARG002 (the caller's signature)
        broken = [
            f"{importer} -> {imported} ({lines_of(graph, importer, imported)}): {objection}"
            for importer in sorted(graph.modules)
            for imported in sorted(graph.find_modules_directly_imported_by(importer))
            if (objection := self.objection(importer, imported))
        ]
        return ContractCheck(kept=not broken, metadata={"broken": broken})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for sentence in check.metadata["broken"]:
            output.print_error(f"- {sentence}", bold=False)
        output.new_line()

    def objection(self, importer: str, imported: str) -> str | None:
        """What is wrong with an import and how to fix it; None if it is allowed."""
        # import-linter replaces the fields with the values of the options.
        foundations, surfaces, roots = cast("tuple[set[str], ...]", (self.foundations, self.surfaces, self.roots))
        importing_part, importing_module = part_and_module(importer)
        domain, module = part_and_module(imported)
        if domain in foundations | surfaces | roots or importing_part in roots:
            return None
        if importing_part == domain:
            if not module:
                return "modules of a domain don't import its own interface. Import from the module that defines it."
            if not importing_module and module in {"operations", "actions", "jobs"}:
                return "an interface exports no operations, actions or jobs. Move what others need to rules or queries."
            return None
        if not module or (importing_part in surfaces and module in {"operations", "actions"}):
            return None
        return f"other parts import only from showground.{domain} itself. Import it from there, or export it there."


def part_and_module(name: str) -> tuple[str, str]:
    """The domain (or other part) that contains a module, and the module or folder in it: empty for the interface."""
    _, part, module, *_ = *name.split("."), "", ""
    return part, module


def lines_of(graph: ImportGraph, importer: str, imported: str) -> str:
    details = graph.get_import_details(importer=importer, imported=imported)
    return ", ".join(f"l.{detail['line_number']}" for detail in details)
