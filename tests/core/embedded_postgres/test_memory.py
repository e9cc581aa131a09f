"""How much memory the server may keep pages in."""

from pathlib import Path

import pytest

from showground.core.embedded_postgres.memory import shared_buffers

GIBIBYTE = 2**30


@pytest.mark.parametrize(
    ("limit", "expected"),
    [
        (f"{2 * GIBIBYTE}\n", "512MB"),
        (f"{GIBIBYTE // 4}", "128MB"),  # a small container
    ],
)
def test_a_quarter_of_what_a_container_may_use(tmp_path: Path, limit: str, expected: str) -> None:
    file = tmp_path / "memory.max"
    file.write_text(limit)
    assert shared_buffers([tmp_path / "missing", file]) == expected


def test_a_machine_without_limits_gives_what_it_has_and_no_more_than_is_of_use(tmp_path: Path) -> None:
    file = tmp_path / "memory.max"
    file.write_text("max\n")
    found = shared_buffers([file])
    assert found == shared_buffers([])
    assert 128 <= int(found.removesuffix("MB")) <= 1_024
