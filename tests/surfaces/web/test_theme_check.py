"""What is wrong in a theme is named before the site starts: file, line, reason, and what was probably meant."""

import shutil
from pathlib import Path

import pytest

from showground.doctor.theme import check_theme
from showground.settings import Settings
from showground.surfaces.web.theme_check import find_theme_problems
from tests.languages.conftest import HEADER
from tests.support.command import free_port, running_warm, showground
from tests.surfaces.web.test_theme import EXAMPLE


def write(theme: Path, name: str, text: str) -> Path:
    file = theme / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


def problems_of(theme: Path) -> list[tuple[str, bool]]:
    return [(problem.sentence, problem.fatal) for problem in find_theme_problems(theme)]


def test_the_example_theme_is_fine(tmp_path: Path) -> None:
    theme = shutil.copytree(EXAMPLE, tmp_path / "theme")
    write(theme, "README.md", "Ours.")
    write(theme, ".git/config", "")
    write(theme, "templates/.home.html.swp", "{% if")
    write(theme, "templates/ours/_box.html", "<p>Ours</p>")
    write(theme, "templates/home.html", '{% extends "shipped/home.html" %}{% include "ours/_box.html" %}')
    write(theme, "locale/fr.po", HEADER)
    assert problems_of(theme) == []
    assert [(found.fine, found.sentence) for found in check_theme(Settings(theme_dir=theme))] == [
        (True, f"{theme} can be used")
    ]


@pytest.mark.parametrize("kind", ["templates/home.html", "emails/sign_in_link/body.html"])
@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("<p>\n{% if true %}", "line 2: Unexpected end of template."),
        ("{{ 'a'|uper }}", "line 1: No filter named 'uper'. Did you mean upper"),
        ("\n\n{{ 1 is integr }}", "line 3: No test named 'integr'. Did you mean integer"),
        ("{% froop %}", "line 1: Encountered unknown tag 'froop'."),
        (
            '\n{% extends "shiped/base.html" %}',
            'line 2: there is no template "shiped/base.html". Did you mean shipped/base',
        ),
        ('{% include "nothing.html" %}', 'line 1: there is no template "nothing.html".'),
    ],
)
def test_a_template_that_cannot_be_shown_is_named_with_its_line(
    tmp_path: Path, kind: str, template: str, said: str
) -> None:
    file = write(tmp_path, kind, template)
    (problem,) = problems_of(tmp_path)
    assert problem[0].startswith(f"{file}, {said}")
    assert problem[1]


def test_a_template_that_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "templates/home.html"
    file.parent.mkdir()
    file.write_bytes(b"\xff")
    assert problems_of(tmp_path) == [(f"{file} is not UTF-8. Save it in this encoding.", True)]


@pytest.mark.parametrize("name", ["templates/home.html", "emails/sign_in_link/body.html"])
def test_a_template_that_extends_itself_is_told_of_the_shipped_one(tmp_path: Path, name: str) -> None:
    own = name.partition("/")[2]
    file = write(tmp_path, name, f'{{% extends "{own}" %}}')
    hint = f'write {{% extends "shipped/{own}" %}} to extend the shipped one.'
    assert problems_of(tmp_path) == [(f"{file}, line 1: a template can't extend itself: {hint}", True)]


def test_templates_that_extend_each_other(tmp_path: Path) -> None:
    write(tmp_path, "templates/home.html", '{% extends "base.html" %}')
    write(tmp_path, "templates/base.html", '{% extends "home.html" %}')
    assert [said.partition(": ")[2][:28] for said, _ in problems_of(tmp_path)] == [
        "a template can't extend itsel"[:28]
    ] * 2


def test_an_asset_that_is_not_there(tmp_path: Path) -> None:
    file = write(tmp_path, "templates/home.html", "\n{{ asset('wav.svg') }}{{ asset('style.css') }}")
    said = f"{file}, line 2: there is no wav.svg in the theme's static folder or among the shipped files."
    assert problems_of(tmp_path) == [(said, True)]


def test_files_that_change_nothing_are_named(tmp_path: Path) -> None:
    names = ["templates/hom.html", "emails/sign_in_lnk/subject.txt", "static/photo.gif", "locale/french.po"]
    files = [write(tmp_path, name, "") for name in names]
    folder = write(tmp_path, "static/fonts/a.woff2", "").parent
    misspelt = write(tmp_path, "themes.css", "")
    block = write(
        tmp_path, "templates/base.html", '{% extends "shipped/base.html" %}\n{% block fotter %}{% endblock %}'
    )
    found = dict(problems_of(tmp_path))
    assert set(found.values()) == {False}
    said = "\n".join(found)
    unknown = "is not used: no shipped template has this name, and no template of the theme includes it."
    assert f"{files[0]} {unknown} Did you mean home.html" in said
    assert f"{files[1]} {unknown} Did you mean sign_in_link/subject.txt" in said
    assert f"{files[2]} is not used: static files end with .css, .js," in said
    assert f"{files[3]} is not used: catalogues are named after their language" in said
    assert f"{folder} is not used: folders below static are not read." in said
    assert f"{misspelt} is not used. Did you mean theme.css?" in said
    assert f"{block}, line 2: the block fotter is never shown: shipped/base.html has none of this name. Did you" in said
    assert len(found) == 7


def test_a_broken_catalogue_of_a_language_that_is_off_is_named(tmp_path: Path) -> None:
    file = write(tmp_path, "locale/fr.po", HEADER + 'msgid "Sign in"\nmsgstr "Connexion\n')
    ((said, fatal),) = problems_of(tmp_path)
    assert fatal
    assert said == f"{file}, line {file.read_text().count(chr(10))}: a text must begin and end with a quotation mark."


@pytest.mark.parametrize("command", [["serve"], ["worker"]])
def test_a_broken_theme_stops_the_start(database_url: str, tmp_path: Path, command: list[str]) -> None:
    page = write(tmp_path, "templates/home.html", "{% if %}")
    subject = write(tmp_path, "emails/sign_in_link/subject.txt", "{{ url|shrt }}")
    port = ["--port", str(free_port())] if command == ["serve"] else []
    done = showground(*command, *port, database_url=database_url, theme_dir=tmp_path)
    assert done.returncode == 1
    assert [line.partition(": ")[0] for line in done.stderr.splitlines()] == [f"{page}, line 1", f"{subject}, line 1"]
    told = showground("doctor", database_url=database_url, theme_dir=tmp_path)
    assert told.returncode == 1
    assert f"BAD  theme       {page}, line 1: Expected an expression" in told.stdout
    assert f"BAD  theme       {subject}, line 1: No filter named 'shrt'." in told.stdout


def test_a_file_without_effect_is_named_in_the_log_and_the_site_starts(database_url: str, tmp_path: Path) -> None:
    file = write(tmp_path, "templates/hom.html", "")
    with running_warm("serve", port=free_port(), database_url=database_url, theme_dir=tmp_path) as server:
        assert server.get("/readyz").status_code == 200
        assert f"{file} is not used" in server.output
