"""The query string of a request for a page."""

from dataclasses import dataclass

from starlette.datastructures import QueryParams


@dataclass(frozen=True, slots=True)
class Query:
    """The query string. `known` collects the names that the page reads."""

    given: QueryParams
    known: set[str]

    def get(self, name: str, otherwise: str = "") -> str:
        self.known.add(name)
        return self.given.get(name, otherwise)

    def __contains__(self, name: str) -> bool:
        self.known.add(name)
        return name in self.given

    def known_items(self) -> list[tuple[str, str]]:
        return [(name, value) for name, value in self.given.multi_items() if name in self.known]

    def is_plain(self) -> bool:
        """Whether the page's own forms or links could have produced it: known names only, each at most once."""
        names = [name for name, _ in self.given.multi_items()]
        return len(names) == len(set(names)) and self.known.issuperset(names)
