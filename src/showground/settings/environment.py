"""Read the settings from environment variables."""

import os
from collections.abc import Mapping
from dataclasses import fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from showground.core.data_folder import default_data_dir
from showground.settings import conflicts
from showground.settings.declare import PREFIX
from showground.settings.paths import explain_closed, is_closed
from showground.settings.settings import Settings


class BadSettings(Exception):
    """Some settings are invalid; each line of the message names one and says how to fix it."""


def read_settings(environ: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings from this environment; reports all errors together."""
    known = {PREFIX + f.name.upper(): f for f in fields(Settings)}
    values: dict[str, Any] = {}
    wrong: list[str] = []
    for name, text in environ.items():
        if not name.startswith(PREFIX):
            continue
        if name not in known:
            near = get_close_matches(name.removeprefix(PREFIX), [f.name.upper() for f in fields(Settings)], 1)
            hint = f"Did you mean {PREFIX}{near[0]}? " if near else ""
            wrong.append(f"{name} is not a Showground setting. {hint}Run `showground settings` to list them all.")
        elif text.strip():
            try:
                values[known[name].name] = known[name].metadata["read"](text.strip())
            except ValueError as error:
                wrong.append(f"{name} {error}.")
    if values.get("env") == "production" and environ.get(f"{PREFIX}DATABASE_URL", "?").strip() == "":
        # Unset, Showground would start the embedded server, and an existing site would come up without its data.
        wrong.append(
            f"{PREFIX}DATABASE_URL is empty; perhaps a secret is missing. Set it to an address such as"
            " postgresql://user:password@host/database. To use the embedded PostgreSQL, unset it."
        )
    if not environ.get(f"{PREFIX}DATA_DIR", "").strip():
        values["data_dir"] = default_data_dir(environ)
        if "database_url" not in values:
            wrong += _judge_default(values["data_dir"])
    if not wrong:
        wrong = conflicts.find_problems(Settings(**values))
    if wrong:
        raise BadSettings("\n".join(wrong))
    return Settings(**values)


def _judge_default(data_dir: Path) -> list[str]:
    if is_closed(data_dir):
        return [f"{PREFIX}DATA_DIR {explain_closed(data_dir)}."]
    left = _left_behind(data_dir)
    return [] if left is None else [left]


def _left_behind(data_dir: Path) -> str | None:
    """An error if the current folder holds a database: earlier versions stored it there, and starting with a new
    data folder would show an empty site."""
    if data_dir.exists() or not Path("data").is_dir():
        return None
    from showground.core import embedded_postgres  # noqa: PLC0415 - only those who have such a folder need it

    if not embedded_postgres.is_made(Path("data")):
        return None
    old = Path("data").absolute()
    return (
        f"There is a Showground database in {old}, where earlier versions stored it, but none in {data_dir}, where this"
        f" version looks for it. To keep using it, set {PREFIX}DATA_DIR={old}. To start a new site, run"
        f" `mkdir -p '{data_dir}'`."
    )
