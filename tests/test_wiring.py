"""The secret that links are signed with: made once, kept to its owner, the same for all."""

from pathlib import Path

import pytest

from showground.orders.seller import Shop
from showground.settings import BadSettings, Settings
from showground.wiring import wire


def shop_of(**settings: object) -> Shop:
    return wire(Settings(**settings), "host=nowhere", []).dispatcher.services[Shop]  # pyright: ignore[reportArgumentType]


def test_the_secret_is_made_when_it_is_first_needed_and_kept(tmp_path: Path) -> None:
    data = tmp_path / "data"
    first, second = shop_of(data_dir=data), shop_of(data_dir=data)
    assert not data.exists()
    assert first.token("checkout", "SG-1") == second.token("checkout", "SG-1")
    assert [path.name for path in data.iterdir()] == ["secret"]
    assert (data / "secret").stat().st_mode & 0o777 == 0o600
    assert len((data / "secret").read_text()) == 64
    other = shop_of(data_dir=tmp_path / "other")
    assert other.token("checkout", "SG-1") != first.token("checkout", "SG-1")


def test_a_secret_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "secret").write_text("5" * 64)
    data.chmod(0o755)
    (data / "secret").chmod(0o644)
    assert shop_of(data_dir=data).token("checkout", "SG-1")
    assert [path.stat().st_mode & 0o777 for path in (data, data / "secret")] == [0o700, 0o600]


def test_a_secret_in_a_shared_folder_leaves_its_mode_alone(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    assert shop_of(data_dir=tmp_path).token("checkout", "SG-1")
    assert tmp_path.stat().st_mode & 0o7777 == 0o1777
    assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600


def test_a_secret_that_is_set_leaves_the_folder_alone(tmp_path: Path) -> None:
    shops = [shop_of(data_dir=tmp_path / name, secret="x" * 32) for name in "ab"]
    assert len({shop.token("receipt", "SG-1") for shop in shops}) == 1
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_signed_with_a_secret_that_was_lost(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("\n")
    with pytest.raises(BadSettings, match="Delete it"):
        shop_of(data_dir=tmp_path).token("checkout", "SG-1")
    (tmp_path / "secret").unlink()
    assert shop_of(data_dir=tmp_path).token("checkout", "SG-1")
