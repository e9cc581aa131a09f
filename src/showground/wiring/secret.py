"""The secret that links and events are signed with: the configured one, or one in the data folder."""

import os
import secrets
from pathlib import Path

from showground.core.data_folder import close_data_dir, close_file, make_data_dir
from showground.settings import MIN_SECRET, BadSettings, Settings


def read_secret(settings: Settings) -> bytes:
    """The configured secret, or the one in the data folder, which the first process that needs it creates."""
    if settings.secret is not None:
        return settings.secret.encode()
    path: Path = settings.data_dir / "secret"
    if not path.exists():
        make_data_dir(settings.data_dir)
        own = path.with_name(f"secret.{os.getpid()}.{secrets.token_hex(4)}")
        with open(os.open(own, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:  # noqa: PTH123
            file.write(secrets.token_hex(32))
            file.flush()
            os.fsync(file.fileno())  # otherwise it may be empty after a power failure
        try:
            path.hardlink_to(own)  # atomic, and fails if another process was first
        except FileExistsError:
            pass
        finally:
            own.unlink()
    close_file(path)
    # With an embedded database, the folder is protected when the server starts, because its user may need access.
    if not (settings.data_dir / "postgres").exists():
        close_data_dir(settings.data_dir)
    secret = path.read_bytes().strip()
    if len(secret) < MIN_SECRET:
        raise BadSettings(f"{path} contains no secret, so links can't be signed. Delete it, and a new one is created.")
    return secret
