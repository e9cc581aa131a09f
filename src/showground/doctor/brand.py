"""Checks of the brand's file, of the pages that the law asks for, and who emails come from."""

from collections.abc import Iterator
from contextlib import suppress

from showground.blog import list_unwritten
from showground.brand import BadBrandFile, BrandFile, BrandValues
from showground.brand.queries.brands import read_published
from showground.brand.rules import merge
from showground.core.brand import Brand
from showground.doctor.ask_database import ask_database
from showground.doctor.models import CheckResult
from showground.settings import Settings


def check_brand(settings: Settings) -> Iterator[CheckResult]:
    path = settings.find_brand_file()
    if path is not None:
        try:
            BrandFile(path).load(Brand(name=settings.site_name))
            yield CheckResult("brand", fine=True, sentence=f"{path} can be used")
        except BadBrandFile as bad:
            for problem in bad.problems:
                yield CheckResult("brand", fine=False, sentence=problem)
    yield from _check_pages(settings)


def _check_pages(settings: Settings) -> Iterator[CheckResult]:
    """Whether somebody wrote the pages that the law asks for. A site in development may still do without."""
    missing = ask_database(settings, list_unwritten)
    if missing is None:
        return
    if not missing:
        yield CheckResult("pages", fine=True, sentence="imprint, privacy policy and terms are your own")
        return
    told = f"not written, or still the default text: {', '.join(missing)}. Most countries require them."
    hint = "Write or confirm them at /admin/texts."
    yield CheckResult("pages", fine=settings.env != "production", sentence=f"{told} {hint}")


def find_brand(settings: Settings) -> Brand:
    """The brand as the file, staff and the settings say. If the database can't be reached, without what staff set."""
    defaults = Brand(name=settings.site_name)
    file = BrandFile(settings.find_brand_file())
    with suppress(BadBrandFile):  # reported by `check_brand`
        file.load(defaults)
    return merge(defaults, ask_database(settings, read_published) or BrandValues(), file.values)


def find_sender(brand: Brand, settings: Settings) -> str:
    return brand.sender or settings.mail_from
