"""A contract type for import-linter: no module imports itself, however many others are between."""

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, output


class NoCirclesContract(Contract):
    """Checks the modules of the root package; imports inside functions and for types count."""

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:  # noqa: ARG002 (the caller's signature)
        found = find_circles({module: graph.find_modules_directly_imported_by(module) for module in graph.modules})
        return ContractCheck(kept=not found, metadata={"found": found})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for circle in check.metadata["found"]:
            output.print_error(f"- {' -> '.join([*circle, circle[0]])}", bold=False)
        output.new_line()


def find_circles(imports: dict[str, set[str]]) -> list[list[str]]:
    """One circle for each module that is in any and in none that was found before."""
    found: list[list[str]] = []
    for module in sorted(imports):
        circle = None if any(module in known for known in found) else _way_back(module, imports)
        found += [circle] if circle else []
    return found


def _way_back(start: str, imports: dict[str, set[str]]) -> list[str] | None:
    """The shortest way from a module along its imports back to itself."""
    ways = [[start]]
    seen: set[str] = set()
    for way in ways:
        for imported in sorted(imports.get(way[-1], ())):
            if imported == start:
                return way
            if imported not in seen:
                seen.add(imported)
                ways.append([*way, imported])
    return None
