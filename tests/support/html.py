"""A page of HTML, taken apart."""

from html.parser import HTMLParser

from tests.support.validity import find_faults


class Page(HTMLParser):
    """What a page is made of; one that is not valid is refused."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.html = html
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self._texts: list[str] = []
        self.feed(html)
        self.close()
        faults = find_faults(html)
        assert not faults, "\n".join(faults)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self._texts.append(data)

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
