"""The language in which a visitor reads: their own choice, or else what their browser asks for.

Only sites with several languages choose. `?lang=de` shows the page in German and stores the choice in a cookie; without
it, the cookie decides, then Accept-Language, and at last the site's own language.
"""

from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, urlencode

from showground.core.languages import Language, Languages, in_language
from showground.surfaces.asgi import App, Message, Receive, Scope, Send

COOKIE = "language"
PARAMETER = "lang"
MAX_AGE = 365 * 24 * 3600
_ONLY = f"{COOKIE}=".encode()


def language_of(languages: Languages, headers: Iterable[tuple[bytes, bytes]]) -> Language:
    """The language of a request, by its headers."""
    accepted = b""
    for name, value in headers:
        if name == b"cookie":
            if (chosen := _chosen(languages, value)) is not None:
                return chosen
        elif name == b"accept-language":
            accepted = value
    return languages.preferred(accepted.decode("latin-1"))


def cached_path(languages: Languages, language: Language, path: str) -> str:
    """The path under which a page in this language is cached. No address contains the separator."""
    return path if language.code == languages.site.code else f"{path}\0{language.code}"


def has_other_cookies(languages: Languages, headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Whether the request has a cookie besides the choice of a language. Cached pages are for those without."""
    cookies = b";".join(value for name, value in headers if name == b"cookie")
    return b";" in cookies or (bool(cookies) and _chosen(languages, cookies) is None)


def language_cookie(language: Language, *, secure: bool) -> str:
    return f"{COOKIE}={language.code}; Max-Age={MAX_AGE}; Path=/; SameSite=lax; HttpOnly" + ("; Secure" * secure)


def _chosen(languages: Languages, cookie: bytes) -> Language | None:
    if _ONLY not in cookie:
        return None
    try:
        found = SimpleCookie(cookie.decode("latin-1")).get(COOKIE)
    except CookieError:
        return None
    return languages.find(found.value) if found is not None else None


class LanguageChoice:
    """Middleware that shows every page in the visitor's language."""

    def __init__(self, app: App, languages: Languages, *, secure: bool) -> None:
        self._app = app
        self._languages = languages
        self._secure = secure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
        elif not self._languages.several:
            with in_language(self._languages.site):
                await self._app(scope, receive, send)
        else:
            asked = self._take_parameter(scope)
            with in_language(asked or language_of(self._languages, scope["headers"])):
                await self._app(scope, receive, self._with_cookie(send, asked) if asked else send)

    def _take_parameter(self, scope: Scope) -> Language | None:
        """The language that the address asks for. Pages never see the parameter, so that none has to know it."""
        query: bytes = scope["query_string"]
        if f"{PARAMETER}=".encode() not in query:
            return None
        pairs = parse_qsl(query.decode("latin-1"), keep_blank_values=True)
        asked = self._languages.find(dict(pairs).get(PARAMETER))
        if asked is not None:
            scope["query_string"] = urlencode([pair for pair in pairs if pair[0] != PARAMETER]).encode()
        return asked

    def _with_cookie(self, send: Send, language: Language) -> Send:
        cookie = (b"set-cookie", language_cookie(language, secure=self._secure).encode())

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], cookie]}
            await send(message)

        return send_with_cookie
