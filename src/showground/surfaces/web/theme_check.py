"""Checks a theme before it is used: its templates, the files it serves and its catalogues."""

from collections.abc import Iterator
from pathlib import Path

from showground.core.calls.context import Site
from showground.core.calls.field_errors import suggest
from showground.core.languages.catalogue import CODE, BadCatalogue, check_catalogue
from showground.core.mail.templates import email_environment
from showground.core.theme_templates import ThemeProblem, ThemeTemplates, is_backup
from showground.surfaces.web.assets import KINDS, Assets
from showground.surfaces.web.templates_engine import THEME, environment

KNOWN = (THEME, "static", "templates", "emails", "locale")


def find_theme_problems(theme: Path) -> list[ThemeProblem]:
    """What is wrong in a theme, what keeps the site from working first."""
    assets = Assets(theme)
    pages = ThemeTemplates(environment(Site("", "", theme=theme), assets), theme / "templates", assets.has)
    found = [
        *pages.find_problems(),
        *ThemeTemplates(email_environment(theme), theme / "emails").find_problems(),
        *_check_catalogues(theme / "locale"),
        *_find_unserved(theme / "static"),
        *_find_misspelt(theme),
    ]
    return sorted(found, key=lambda problem: not problem.fatal)


def _check_catalogues(folder: Path) -> Iterator[ThemeProblem]:
    for file in sorted(folder.glob("*")):
        if is_backup(file) or file.suffix in (".pot", ".mo"):
            continue
        if file.suffix != ".po" or not CODE.fullmatch(file.stem):
            named = "such as fr.po or pt-BR.po"
            yield ThemeProblem(f"{file} is not used: catalogues are named after their language, {named}.", fatal=False)
            continue
        try:
            check_catalogue(file)
        except BadCatalogue as problem:
            yield ThemeProblem(str(problem), fatal=True)


def _find_unserved(folder: Path) -> Iterator[ThemeProblem]:
    for file in sorted(folder.glob("*")):
        if is_backup(file) or file.suffix in KINDS:
            continue
        reason = "folders below static are not read" if file.is_dir() else f"static files end with {', '.join(KINDS)}"
        yield ThemeProblem(f"{file} is not used: {reason}.", fatal=False)


def _find_misspelt(theme: Path) -> Iterator[ThemeProblem]:
    """Other files, such as a README, may be there; only a name like one of ours is a mistake."""
    for file in sorted(theme.glob("*")):
        if file.name not in KNOWN and not is_backup(file) and (hint := suggest(file.name, KNOWN)):
            yield ThemeProblem(f"{file} is not used. {hint}", fatal=False)
