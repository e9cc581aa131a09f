"""Catalogues: what is read, what is refused, and which text wins."""

from pathlib import Path

import pytest

from showground.core.languages import BadCatalogue, gettext, in_language, ngettext, open_languages
from showground.settings import BadSettings, read_settings
from tests.languages.conftest import ARABIC, HEADER

RUSSIAN = (
    HEADER
    + '"Language: ru\\n"\n'
    + '"Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 &&'
    + ' (n%100<10 || n%100>=20) ? 1 : 2);\\n"\n\n'
    + 'msgid "%(num)s vote"\nmsgid_plural "%(num)s votes"\n'
    + 'msgstr[0] "%(num)s голос"\nmsgstr[1] "%(num)s голоса"\nmsgstr[2] "%(num)s голосов"\n'
)


def write(theme: Path, code: str, text: str) -> Path:
    (theme / "locale").mkdir(exist_ok=True)
    file = theme / "locale" / f"{code}.po"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_language_has_its_own_plural_forms(tmp_path: Path) -> None:
    write(tmp_path, "ru", RUSSIAN)
    with in_language(open_languages(["ru"], tmp_path).site):
        said = [ngettext("%(num)s vote", "%(num)s votes", n) for n in (1, 2, 5, 11, 21, 22)]
    assert said == ["1 голос", "2 голоса", "5 голосов", "11 голосов", "21 голос", "22 голоса"]
    assert [ngettext("%(num)s vote", "%(num)s votes", n) for n in (1, 2)] == ["1 vote", "2 votes"]


def test_an_operators_file_wins_and_the_shipped_one_fills_its_gaps(tmp_path: Path) -> None:
    write(tmp_path, "de", HEADER + '\nmsgid "Sign in"\nmsgstr "Einloggen"\n')
    with in_language(open_languages(["de"], tmp_path).site):
        assert gettext("Sign in") == "Einloggen"
        assert gettext("%(first)s to %(last)s", first=1, last=2) == "1 bis 2"
        assert gettext("Nobody translated this") == "Nobody translated this"


def test_english_texts_can_be_replaced_too(tmp_path: Path) -> None:
    write(tmp_path, "en", HEADER + '\nmsgid "Sign in"\nmsgstr "Log in"\n')
    with in_language(open_languages(["en"], tmp_path).site):
        assert gettext("Sign in") == "Log in"


def test_an_unfinished_translation_is_not_shown(tmp_path: Path) -> None:
    write(tmp_path, "fr", HEADER + '\n#, fuzzy\nmsgid "Sign in"\nmsgstr "Signe"\n\nmsgid "Search"\nmsgstr ""\n')
    with in_language(open_languages(["fr"], tmp_path).site):
        assert (gettext("Sign in"), gettext("Search")) == ("Sign in", "Search")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('msgid "By %(name)s"\nmsgstr "Par %(nom)s"\n', "line 4: unknown placeholder %(nom)s"),
        ('msgid "{site} blog"\nmsgstr "{sitio} blog"\n', "line 4: unknown placeholder {sitio}"),
        ('msgid "Half"\nmsgstr "50 %"\n', "write %% for a percent sign"),
        ('msgid "By %(name)s"\nmsgstr "Par %(name)d"\n', "line 4: a single %; write %% for a percent sign, and a"),
        ("Bonjour\n", 'line 4: "Bonjour" is not a keyword.'),
        ('msgid "Sign in"\nmsgstr "Connexion\n', "line 5: a text must begin and end with a quotation mark."),
        ('msgid "Sign in\nmsgstr "Connexion"\n', "line 4: a text must begin and end with a quotation mark."),
        ('msgid "Sign in"\nmsgstr "Conn"ex"ion"\n', r"line 5: write \" for a quotation mark inside a text"),
        ('msgid "Sign in"\nmsgstr "C:\\qui"\n', "and \\\\ for a backslash"),
        ('msgid "Sign in"\n', "line 4: missing msgstr for msgid 'Sign in'."),
        ('msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n=1);\\n"\n', "line 5: the Plural-Forms"),
    ],
)
def test_a_file_that_would_break_pages_is_refused(tmp_path: Path, text: str, problem: str) -> None:
    file = write(tmp_path, "fr", HEADER + text)
    with pytest.raises(BadCatalogue, match="fr") as refused:
        open_languages(["fr"], tmp_path)
    assert problem in str(refused.value)
    assert str(file) in str(refused.value)


def test_a_file_in_another_encoding_is_refused_with_its_line(tmp_path: Path) -> None:
    file = write(tmp_path, "fr", HEADER)
    file.write_bytes(file.read_bytes() + 'msgid "Search"\nmsgstr "Trouvé"\n'.encode("latin-1"))
    with pytest.raises(BadCatalogue) as refused:
        open_languages(["fr"], tmp_path)
    assert str(refused.value) == f"{file}, line {len(file.read_bytes().splitlines())}: this is not UTF-8."


def test_a_language_without_a_catalogue_is_refused_with_what_to_do(tmp_path: Path) -> None:
    environ = {"SHOWGROUND_DATA_DIR": str(tmp_path), "SHOWGROUND_LANGUAGES": "en, fr"}
    with pytest.raises(BadSettings) as refused:
        read_settings(environ)
    assert "SHOWGROUND_LANGUAGES names `fr`, but there is no catalogue for it. Shipped are de, en." in str(
        refused.value
    )
    assert str(tmp_path / "theme" / "locale" / "fr.po") in str(refused.value)
    theme = tmp_path / "theme"
    theme.mkdir()
    write(theme, "fr", HEADER)
    assert read_settings(environ).languages == ("en", "fr")


@pytest.mark.parametrize("text", ["english", "de;en", "de,de", "EN", "../de"])
def test_what_is_no_language_is_refused(text: str) -> None:
    with pytest.raises(BadSettings, match="must be different codes of languages such as"):
        read_settings({"SHOWGROUND_LANGUAGES": text})


def test_a_code_that_nobody_knows_is_refused(tmp_path: Path) -> None:
    write(tmp_path, "xx", HEADER)
    with pytest.raises(BadCatalogue, match="`xx` is not the code of a language"):
        open_languages(["xx"], tmp_path)


def test_languages_name_themselves_and_know_their_direction(tmp_path: Path) -> None:
    write(tmp_path, "ar", ARABIC)
    found = open_languages(["ar", "de", "en"], tmp_path).all
    assert [(language.name, language.rtl) for language in found] == [
        ("العربية", True),
        ("Deutsch", False),
        ("English", False),
    ]


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-CH, fr;q=0.8", "de"),
        ("fr, it", "en"),
        ("en;q=0.7, de;q=0.9", "de"),
        ("de;q=0, en;q=0.1", "en"),
        ("de;q=0", "en"),
        ("*", "en"),
        ("DE-at", "de"),
        ("de;q=much", "en"),
        ("x" * 10_000 + ",de", "en"),
    ],
)
def test_the_browsers_order_of_languages_counts(header: str, code: str) -> None:
    assert open_languages(["en", "de"]).preferred(header).code == code
