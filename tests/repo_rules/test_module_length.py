"""No module of ours is longer than can be read at once."""

from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "showground"
MAX_LINES = 300


def find_long(folder: Path) -> dict[str, int]:
    """The number of lines of each module that has too many."""
    lengths = {file: len(file.read_text("utf-8").splitlines()) for file in sorted(folder.rglob("*.py"))}
    return {str(file.relative_to(folder)): lines for file, lines in lengths.items() if lines > MAX_LINES}


def test_no_module_is_too_long() -> None:
    assert find_long(SOURCE) == {}, "give a second responsibility its own file"


def test_a_long_module_is_found(tmp_path: Path) -> None:
    (tmp_path / "orders").mkdir()
    (tmp_path / "orders" / "models.py").write_text("x = 1\n" * MAX_LINES)
    assert find_long(tmp_path) == {}
    (tmp_path / "orders" / "rules.py").write_text("x = 1\n" * (MAX_LINES + 1))
    assert find_long(tmp_path) == {"orders/rules.py": MAX_LINES + 1}
