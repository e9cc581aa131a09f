"""Names that can be searched: one class, one test module and one meaning for each."""

import re
from collections import Counter
from pathlib import Path

from tests.repo_rules.class_names import find_classes

ROOT = Path(__file__).parents[2]


def find_repeated(folder: Path) -> dict[str, list[str]]:
    """Classes whose name is defined in more than one place."""
    return {name: places for name, places in find_classes(folder).items() if len(places) > 1}


def test_no_two_classes_have_the_same_name() -> None:
    assert find_repeated(ROOT / "src") == {}


def test_a_repeated_class_name_is_found(tmp_path: Path) -> None:
    for name in ("listings", "orders"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "models.py").write_text(f"class {name.title()}: ...\n\n\nclass Report: ...\n")
    assert find_repeated(tmp_path) == {"Report": ["listings/models.py:4", "orders/models.py:4"]}


def find_twin_tests(folder: Path) -> list[str]:
    """Names that more than one test module has."""
    return sorted(name for name, count in Counter(file.name for file in folder.rglob("test_*.py")).items() if count > 1)


def test_no_two_test_modules_have_the_same_name() -> None:
    assert find_twin_tests(ROOT / "tests") == []


def test_a_twin_of_a_test_module_is_found(tmp_path: Path) -> None:
    for name in ("listings/test_rules.py", "orders/test_rules.py", "orders/test_pricing.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert find_twin_tests(tmp_path) == ["test_rules.py"]


def find_plain_models(folder: Path) -> list[str]:
    """Models that are compiled when they are imported, because they are not based on DataModel."""
    plain = re.compile(r"^class \w+\(BaseModel\b")
    return [
        f"{file.relative_to(folder).as_posix()}:{number}"
        for file in sorted(folder.rglob("*.py"))
        for number, line in enumerate(file.read_text().splitlines(), 1)
        if plain.match(line)
    ]


def test_models_are_compiled_when_they_are_used() -> None:
    assert find_plain_models(ROOT / "src") == ["showground/core/data_model.py:6"]


def test_a_model_that_is_compiled_at_once_is_found(tmp_path: Path) -> None:
    (tmp_path / "models.py").write_text("class One(DataModel): ...\nclass Two(BaseModel): ...\n")
    assert find_plain_models(tmp_path) == ["models.py:2"]
