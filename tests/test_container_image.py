"""The image: what its Containerfile copies and runs installs Showground where there is nothing but pip."""

import re
import shlex
import shutil
import subprocess
import sysconfig
import venv
from importlib.metadata import distribution
from pathlib import Path

from tests.support.command import ROOT
from tests.support.folders import temporary_folder

TEXT = (ROOT / "deploy" / "Containerfile").read_text().replace("\\\n", " ")


def read_steps() -> list[list[str]]:
    """The commands of RUN, each as its words."""
    (line,) = re.findall(r"^RUN (.*)$", TEXT, re.MULTILINE)
    return [shlex.split(step) for step in line.split("&&")]


def copy_files(target: Path) -> None:
    for names in re.findall(r"^COPY (.*)$", TEXT, re.MULTILINE):
        *sources, place = names.split()
        for source in sources:
            if (ROOT / source).is_dir():
                shutil.copytree(ROOT / source, target / place, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(ROOT / source, target / place)


def make_bare_environment(target: Path, *packages: str) -> Path:
    """A new environment with these packages of the one that tests run in; its folder of packages."""
    venv.create(target, with_pip=False)
    (folder,) = target.glob("lib/python*/site-packages")
    for package in packages:
        parts = {file.parts[0] for file in distribution(package).files or () if file.parts[0] != ".."}
        for part in parts:
            (folder / part).symlink_to(Path(sysconfig.get_path("purelib"), part))
    return folder


def test_the_package_is_built_where_only_pip_and_what_is_locked_is_installed() -> None:
    """python:3.12-slim has no setuptools and no wheel, so what builds the package must come from requirements.lock."""
    of_lock, of_package, *_ = read_steps()
    assert of_lock[:2] == of_package[:2] == ["pip", "install"]
    assert of_lock[-2:] == ["-r", "requirements.lock"]
    assert re.search(r"^flit-core==", (ROOT / "requirements.lock").read_text(), re.MULTILINE)
    with temporary_folder() as folder:
        (folder / "source").mkdir()
        copy_files(folder / "source")
        packages = make_bare_environment(folder / "environment", "pip", "flit-core")
        python = folder / "environment" / "bin" / "python"
        command = [str(python), "-m", *of_package]
        done = subprocess.run(command, cwd=folder / "source", capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert (python.parent / "showground").exists()
        installed = packages / "showground"
        for needed in (
            "locale/de.po",
            "migrations",
            "surfaces/web/templates/base.html",
            "surfaces/web/static/style.css",
        ):
            assert (installed / needed).exists(), needed


def test_the_folder_of_data_survives_the_container() -> None:
    """Without a volume, the embedded database of `podman run` would be gone with the container."""
    (folder,) = re.findall(r"SHOWGROUND_DATA_DIR=(\S+)", TEXT)
    assert f"VOLUME {folder}\n" in TEXT
