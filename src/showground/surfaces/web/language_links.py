"""The addresses of a page in each language of the site, for search engines."""

from showground.core.calls.context import Site
from showground.core.languages import Language, current_language
from showground.surfaces.visitor_language import PARAMETER


class LanguageLinks:
    """The site's own language has the plain address; the others name theirs."""

    def __init__(self, site: Site) -> None:
        self._languages = site.languages

    def canonical(self, address: str) -> str:
        """The address of the page as it is shown now."""
        return self._address(address, current_language()) if self._languages.several else address

    def alternates(self, address: str) -> list[tuple[str, str]]:
        """Every language with its address, and the one for readers of none of them."""
        if not self._languages.several:
            return []
        found = [(language.code, self._address(address, language)) for language in self._languages.all]
        return [*found, ("x-default", address)]

    def _address(self, address: str, language: Language) -> str:
        if language.code == self._languages.site.code:
            return address
        return f"{address}{'&' if '?' in address else '?'}{PARAMETER}={language.code}"
