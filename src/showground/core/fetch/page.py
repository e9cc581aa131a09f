"""What was fetched."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

# Only the character sets that pages are written in: Python also decodes some, such as punycode, that cost minutes.
CHARSETS = re.compile(
    r"utf-?8|utf-?16(?:le|be)?|us-ascii|ascii|latin-?1|iso-8859-\d+|windows-\d+|koi8-[ru]"
    r"|gb2312|gbk|gb18030|big5|euc-(?:jp|kr)|shift[-_]jis|iso-2022-jp",
)


@dataclass(frozen=True)
class FetchResponse:
    """An answer: of a status other than 2xx the body is empty, unless `Fetcher.request` got it."""

    url: str
    """The address that answered, after redirects."""
    status: int
    headers: Mapping[str, str]
    """Names in lower case, the first value of each."""
    body: bytes
    redirects: tuple[str, ...] = ()
    """The addresses redirected to, in order; the last is `url`."""

    @property
    def content_type(self) -> str:
        return content_type(self.headers)

    @property
    def charset(self) -> str | None:
        """The character set that the headers name, if it is one that pages use."""
        found = re.search(r";\s*charset\s*=\s*[\"']?([\w-]+)", self.headers.get("content-type", ""), re.IGNORECASE)
        charset = found[1].lower() if found else ""
        return charset if CHARSETS.fullmatch(charset) else None

    @property
    def text(self) -> str:
        """The body as text, by the character set of the headers or else UTF-8."""
        try:
            return self.body.decode(self.charset or "utf-8", errors="replace")
        except LookupError:
            return self.body.decode(errors="replace")


def content_type(headers: Mapping[str, str]) -> str:
    return headers.get("content-type", "").partition(";")[0].strip().lower()
