"""A page of HTML, taken apart."""

from tests.support.tokens import read_tokens
from tests.support.validity import find_faults_among


class Page:
    """What a page is made of; one that is not valid is refused."""

    def __init__(self, html: str) -> None:
        self.html = html
        tokens = list(read_tokens(html))
        faults = find_faults_among(tokens, html)
        assert not faults, "\n".join(faults)
        self.elements = [(token.name, dict(token.attributes)) for token in tokens if token.kind in ("start", "empty")]
        self._texts = [token.name for token in tokens if token.kind == "text"]

    @property
    def text(self) -> str:
        """What can be read, with single spaces."""
        return " ".join("".join(self._texts).split())

    def all(self, *tags: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.elements if tag in tags]

    def ids(self) -> list[str]:
        return [attributes["id"] or "" for _, attributes in self.elements if "id" in attributes]

    def links(self) -> list[str]:
        return [attributes["href"] or "" for attributes in self.all("a")]

    def meta(self) -> dict[str, str | None]:
        """The content of each meta element, by its name or property."""
        return {found.get("name") or found.get("property") or "": found.get("content") for found in self.all("meta")}
