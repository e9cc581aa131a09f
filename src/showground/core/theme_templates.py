"""Finds what is wrong in a theme's templates, pages and emails alike, before a visitor does."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, cast

from jinja2 import Environment, TemplateNotFound, TemplateSyntaxError, nodes
from jinja2.meta import find_referenced_templates

from showground.core.calls.field_errors import suggest

SHIPPED = "shipped/"  # the prefix under which a template of the theme finds the shipped one


@dataclass(frozen=True)
class ThemeProblem:
    """What is wrong in a theme. `fatal`: some page or email could not be made, so the site doesn't start."""

    sentence: str
    fatal: bool


def is_backup(file: Path) -> bool:
    """Whether an editor or the system left this file behind; nobody means it to be used."""
    return file.name.startswith(".") or file.name.endswith(("~", ".bak", ".orig"))


class ThemeTemplates:
    """The templates in one folder of a theme, which are used instead of the shipped ones of the same name."""

    def __init__(self, environment: Environment, folder: Path, has_asset: Callable[[str], bool] | None = None) -> None:
        self._environment = environment
        self._folder = folder
        self._has_asset = has_asset
        self._trees: dict[str, nodes.Template] = {}

    @cached_property
    def _shipped(self) -> list[str]:
        names = self._environment.list_templates()
        return [name.removeprefix(SHIPPED) for name in names if name.startswith(SHIPPED)]

    def find_problems(self) -> Iterator[ThemeProblem]:
        files = [file for file in sorted(self._folder.rglob("*")) if file.is_file() and not is_backup(file)]
        used = set(self._shipped)
        names: list[tuple[Path, str]] = []
        for file in files:
            name = file.relative_to(self._folder).as_posix()
            try:
                tree = self._read(name)
                names.append((file, name))
                used.update(found for found in find_referenced_templates(tree) if found)
                self._environment.compile(cast("Any", tree), name, str(file))
                for line, reason, fatal in self._find_mistakes(name, tree):
                    yield ThemeProblem(f"{file}, line {line}: {reason}", fatal)
            except TemplateSyntaxError as error:
                place = error.filename or file  # of the template that it extends, if that one is wrong
                yield ThemeProblem(f"{place}, line {error.lineno}: {self._explain(error)}", fatal=True)
            except UnicodeDecodeError:
                yield ThemeProblem(f"{file} is not UTF-8. Save it in this encoding.", fatal=True)
        for file, name in names:
            if name not in used:
                yield ThemeProblem(
                    f"{file} is not used: no shipped template has this name, and no template of the theme includes it."
                    f" {suggest(name, self._shipped) or 'Rename or remove it.'}",
                    fatal=False,
                )

    def _read(self, name: str) -> nodes.Template:
        """The parsed template. Raises TemplateNotFound and TemplateSyntaxError."""
        loader = self._environment.loader
        if loader is None:
            raise TemplateNotFound(name)
        source, filename, _ = loader.get_source(self._environment, name)
        key = filename or name
        if key not in self._trees:
            self._trees[key] = self._environment.parse(source, name, filename)
        return self._trees[key]

    def _explain(self, error: TemplateSyntaxError) -> str:
        """Jinja's words. It names an unknown filter without the known ones."""
        said = error.message or "This is not a template."
        for kind, known in (("filter", self._environment.filters), ("test", self._environment.tests)):
            start = f"No {kind} named '"
            if said.startswith(start):
                name = said.removeprefix(start).partition("'")[0]
                return f"{said} {suggest(name, cast('dict[str, Any]', known))}".strip()
        return said

    def _find_mistakes(self, name: str, tree: nodes.Template) -> Iterator[tuple[int, str, bool]]:
        """Line and reason of what Jinja notices only while it makes a page; and whether the page fails."""
        for node in tree.find_all((nodes.Extends, nodes.Include, nodes.Import, nodes.FromImport)):
            other = _literal(cast("Any", node).template)
            if other is None or (isinstance(node, nodes.Include) and node.ignore_missing):
                continue
            try:
                self._read(other)
            except TemplateNotFound:
                known = [*self._shipped, *(SHIPPED + each for each in self._shipped)]
                yield node.lineno, f'there is no template "{other}". {suggest(other, known)}'.strip(), True
        extends = tree.find(nodes.Extends)
        if extends is not None:
            yield from self._find_mistakes_in_blocks(name, tree, extends)
        if self._has_asset is None:  # emails have no assets
            return
        for call in tree.find_all(nodes.Call):
            asset = _literal(call.args[0]) if call.args else None
            if isinstance(call.node, nodes.Name) and call.node.name == "asset" and asset and not self._has_asset(asset):
                yield call.lineno, f"there is no {asset} in the theme's static folder or among the shipped files.", True

    def _find_mistakes_in_blocks(
        self, name: str, tree: nodes.Template, extends: nodes.Extends
    ) -> Iterator[tuple[int, str, bool]]:
        """A template that extends itself, and blocks of which what it extends has none."""
        known: set[str] = set()
        seen = [tree]
        above: nodes.Extends | None = extends
        while above is not None:
            parent = _literal(above.template)
            if parent is None:
                return  # chosen while a page is made
            try:
                found = self._read(parent)
            except TemplateNotFound:
                return
            if any(found is each for each in seen):
                hint = f'write {{% extends "{SHIPPED}{name}" %}} to extend the shipped one'
                yield extends.lineno, f"a template can't extend itself: {hint}.", True
                return
            known.update(block.name for block in found.find_all(nodes.Block))
            seen.append(found)
            above = found.find(nodes.Extends)
        for node in tree.body:
            if isinstance(node, nodes.Block) and node.name not in known:
                reason = f"the block {node.name} is never shown: {_literal(extends.template)} has none of this name."
                yield node.lineno, f"{reason} {suggest(node.name, known)}".strip(), False


def _literal(node: nodes.Expr) -> str | None:
    """The text of a name that is written out."""
    return node.value if isinstance(node, nodes.Const) and isinstance(node.value, str) else None
