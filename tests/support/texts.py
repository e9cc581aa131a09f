"""Collects all texts of pages and emails into the catalogues: `make texts`.

`showground.pot` has every text, for translators of further languages; each `.po` keeps its translations, gets new texts
untranslated and loses those that are gone.
"""

import io
import re
import tomllib
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

import showground
from showground.categories.shipped_texts import CONTEXT
from showground.core.calls.errors import ApiError
from showground.core.fetch.errors import FetchFailed
from showground.core.languages import docstring_text
from showground.core.languages.catalogue import SHIPPED
from showground.listings.comparison import COMMON
from showground.orders.providers.interface import PaymentsOff, ProviderDown

SOURCE = Path(showground.__file__).parent
TEMPLATE = SHIPPED / "showground.pot"
KEYWORDS = {
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "Text": None,
    "text_with": None,
    "counted_text": (1, 2),
}
# What a file with texts has: a call, or in templates a tag. All other files need not be taken apart.
MAY_HAVE_TEXTS = {".py": re.compile(rb"\b(?:" + "|".join(KEYWORDS).encode() + rb")\s*\(")}
TEMPLATE_TAG = re.compile(rb"\{[{%]")
JINJA = {"newstyle_gettext": "true", "trim_blocks": "true", "lstrip_blocks": "true", "silent": "false"}
# Public pages come first in the catalogues, because most people see them; staff's pages last.
ORDER = (
    "surfaces/web/templates/",
    "surfaces/web/visitors/",
    "surfaces/web/account/",
    "emails/",
    "surfaces/web/dashboard/",
    "",
    "surfaces/web/admin/",
)
CHANGING = re.compile(
    rb'^"(POT-Creation-Date|PO-Revision-Date|Generated-By|Last-Translator|Language-Team)[^\n]*\n', re.MULTILINE
)


def list_files() -> list[Path]:
    """Everything with texts, in the order of the catalogues."""
    found = [file for pattern in ("*.py", "*.html", "*.txt", "*.xml") for file in SOURCE.rglob(pattern)]

    def place(file: Path) -> tuple[int, bool, str]:
        name = file.relative_to(SOURCE).as_posix()
        where = name.replace("templates/dashboard/", "dashboard/").replace("templates/", "")
        admin = "/admin/" in name
        first = len(ORDER) - 1 if admin else next(n for n, folder in enumerate(ORDER) if name.startswith(folder))
        if "templates/dashboard/" in name:
            first = ORDER.index("surfaces/web/dashboard/")
        return first, admin, where

    return sorted(found, key=place)


def extract() -> Catalog:
    """Every text, with the files it is in."""
    catalogue = Catalog(project="Showground", charset="utf-8", fuzzy=False)
    for file in list_files():
        if not MAY_HAVE_TEXTS.get(file.suffix, TEMPLATE_TAG).search(file.read_bytes()):
            continue
        method = "python" if file.suffix == ".py" else "jinja2.ext:babel_extract"
        options = {} if file.suffix == ".py" else JINJA
        name = file.relative_to(SOURCE).as_posix()
        for line, message, comments, context in extract_from_file(method, file, KEYWORDS, (), options):
            catalogue.add(message, locations=[(name, line)], auto_comments=comments, context=context)
    for name, text in list_data():
        catalogue.add(text, locations=[(name, 0)])
    for text in list_category_texts():
        catalogue.add(text, locations=[("categories/categories.toml", 0)], context=CONTEXT)
    for error in sorted(list_errors(), key=lambda kind: (kind.__module__, kind.__name__)):
        name = error.__module__.removeprefix("showground.").replace(".", "/") + ".py"
        titles = [error.title] if issubclass(error, ApiError) else []
        for text in (*titles, docstring_text(error)):
            catalogue.add(text, locations=[(name, 0)])
    return catalogue


def list_data() -> Iterator[tuple[str, str]]:
    """Texts in shipped files, each with its file: what is sold with its options, and the titles of emails and pages."""
    products, kinds = "orders/products.toml", "emails/kinds.toml"
    for product in tomllib.loads((SOURCE / products).read_text("utf-8"))["product"]:
        yield products, product["name"]
        yield products, product["description"]
        for option in product.get("options", {}).values():
            yield products, option["description"]
    for kind in tomllib.loads((SOURCE / kinds).read_text("utf-8")).values():
        yield kinds, kind["title"]
    for page in sorted((SOURCE / "blog" / "default_texts").glob("*.md")):
        yield f"blog/default_texts/{page.name}", page.read_text("utf-8").partition("\n")[0].removeprefix("# ")


def list_category_texts() -> Iterator[str]:
    """The words of the shipped categories, and the labels of all comparisons."""
    for category in tomllib.loads((SOURCE / "categories/categories.toml").read_text("utf-8"))["category"]:
        yield category["name"]
        yield category["description"]
        for faq in category.get("faqs", ()):
            yield from (faq["question"], faq["answer"])
        for attribute in category.get("attributes", ()):
            yield attribute["label"]
    for _, label, _ in COMMON:
        yield label


def list_errors() -> Iterable[type[Exception]]:
    """All errors whose docstring a page may show."""
    for module in walk_packages([str(SOURCE)], "showground."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    shown: list[type[Exception]] = [PaymentsOff, ProviderDown]
    for kind in (ApiError, FetchFailed, ProviderDown):
        shown += _subclasses(kind)
    return {kind for kind in shown if kind.__module__.startswith("showground.")}


def _subclasses(kind: type[Exception]) -> Iterator[type[Exception]]:
    for below in kind.__subclasses__():
        yield below
        yield from _subclasses(below)


def write(catalogue: Catalog) -> bytes:
    """The file, without the lines that differ each time."""
    written = io.BytesIO()
    write_po(written, catalogue, width=120, include_lineno=False, ignore_obsolete=True)
    return CHANGING.sub(b"", written.getvalue())


def renew(file: Path, template: Catalog) -> bytes:
    """A language's catalogue with the texts of this one."""
    with file.open("rb") as lines:
        catalogue = read_po(lines, locale=file.stem.replace("-", "_"))
    catalogue.update(template, no_fuzzy_matching=True, keep_user_comments=True)
    return write(catalogue)


def main() -> None:
    template = extract()
    TEMPLATE.write_bytes(write(template))
    print(f"{TEMPLATE.name}: {len(template)} texts")  # noqa: T201
    for file in sorted(SHIPPED.glob("*.po")):
        file.write_bytes(renew(file, template))
        with file.open("rb") as lines:
            missing = sum(1 for message in read_po(lines) if message.id and not message.string)
        print(f"{file.name}: {missing} not translated")  # noqa: T201


if __name__ == "__main__":
    main()
