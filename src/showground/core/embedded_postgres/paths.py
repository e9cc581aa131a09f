"""Where the server's files are, and who it runs as."""

import hashlib
import os
import pwd
import socket
from dataclasses import dataclass
from pathlib import Path

from showground.core.data_folder import close_data_dir, close_file, close_folder, is_ours_alone, make_data_dir
from showground.core.embedded_postgres.errors import FolderClosed
from showground.core.embedded_postgres.log import old_log

STATE = Path("/var/lib/showground")  # for root, whose folders are often closed to the user the server runs as
NAME = "showground"  # the database and its owner
PORT = 5432  # only a part of the socket's name
SOCKET = f".s.PGSQL.{PORT}"
SOCKET_LOCK = f"{SOCKET}.lock"
# Not tempfile.gettempdir(): two commands with different TMPDIR must meet.
SHORT = Path("/tmp")  # noqa: S108 - what is made there has a name of its own and belongs to one user  # nosec B108
MAX_SOCKET_PATH_LENGTH = 103  # bytes: macOS allows the fewest


@dataclass(frozen=True)
class ServerPaths:
    """One database's files. The locks are flock(2) locks, so that a killed process lets go of its own."""

    home: Path
    sockets: Path
    user: int | None  # set only when we are root, whom PostgreSQL refuses

    @property
    def data(self) -> Path:
        return self.home / "data"

    @property
    def log(self) -> Path:
        return self.home / "server.log"

    @property
    def holders_lock(self) -> Path:
        """Shared by every command that uses the server; taken alone by the supervisor when it leaves."""
        return self.home / "holders.lock"

    @property
    def starting_lock(self) -> Path:
        """Held by the one command that looks whether a supervisor is there, and starts it."""
        return self.home / "starting.lock"

    @property
    def supervisor_lock(self) -> Path:
        """Held by the supervisor for as long as it lives."""
        return self.home / "supervisor.lock"

    @property
    def server_lock(self) -> Path:
        """Inherited by every process of the server, so that it is free only when the last of them is gone."""
        return self.home / "server.lock"

    @property
    def conninfo(self) -> str:
        host = str(self.sockets).replace("\\", "\\\\").replace("'", "\\'")
        return f"host='{host}' port={PORT} user={NAME} dbname={NAME}"

    @property
    def username(self) -> str:
        uid = os.geteuid() if self.user is None else self.user
        try:
            return pwd.getpwuid(uid).pw_name
        except KeyError:
            return str(uid)

    def ready(self) -> bool:
        """Whether a server listens here and lets clients in."""
        with socket.socket(socket.AF_UNIX) as client:
            try:
                client.connect(os.fsencode(self.sockets / SOCKET))
            except OSError:
                return False
        # Only a living server accepts, and it wrote its own status before it listened: the file is not a dead one's.
        try:
            return (self.data / "postmaster.pid").read_text(errors="replace").splitlines()[7].strip() == "ready"
        except (OSError, IndexError):
            return False


def find_place(data_dir: Path) -> ServerPaths:
    data_dir = data_dir.resolve()
    key = hashlib.sha256(os.fsencode(data_dir)).hexdigest()[:12]
    home, user = data_dir / "postgres", None
    if os.geteuid() == 0:
        home, user = _place_for_root(data_dir, STATE / key)
    sockets = home / "run"
    # Where the path is too long for a socket, or libpq would read it as a list of hosts.
    if len(os.fsencode(sockets / SOCKET)) > MAX_SOCKET_PATH_LENGTH or any(sign in str(sockets) for sign in ',"\n'):
        sockets = SHORT / f"showground-{os.geteuid() if user is None else user}-{key}"
    return ServerPaths(home, sockets, user)


def _place_for_root(data_dir: Path, outside: Path) -> tuple[Path, int]:
    """A database that is there stays where it is and belongs to whom it belongs, though modes may have changed."""
    inside = data_dir / "postgres"
    for home in (inside, outside):
        if (home / "data").exists():
            user = (home / "data").stat().st_uid or _someone_else()
            if (closed := _closed_way(user, home)) is not None:
                name = pwd.getpwuid(user).pw_name
                raise FolderClosed(
                    f"The database in {home} belongs to the user {name}, who cannot pass through {closed}. "
                    f"PostgreSQL does not run as root: open the way with `chmod o+x {closed}`, "
                    f"or, when it is not running, move it with `mkdir -p {STATE} && mv {home} {outside}`."
                )
            return home, user
    user = _someone_else()
    return (inside if _closed_way(user, inside) is None else outside), user


def _closed_way(user: int, home: Path) -> Path | None:
    """What keeps the user from a home. `make_home` opens what is ours, which another command may be about to do."""
    folder = home.parent
    if is_ours_alone(folder) and not home.is_symlink():
        folder = folder.parent
    return closed_step(user, home if home.is_symlink() else folder)


def _someone_else() -> int:
    """Someone who is not root and has a name, which initdb insists on: PostgreSQL's own account where there is one."""
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name).pw_uid
        except KeyError:
            continue
    return next(entry.pw_uid for entry in pwd.getpwall() if entry.pw_uid)


def closed_step(user: int, folder: Path) -> Path | None:
    """The first folder on the way to this one, or itself, that the user cannot pass through; missing ones are open."""
    group = pwd.getpwuid(user).pw_gid
    for step in (*reversed(folder.parents), folder):
        if step.exists():
            found = step.stat()
            bit = 0o100 if found.st_uid == user else 0o010 if found.st_gid == group else 0o001
            if not found.st_mode & bit:
                return step
    return None


def make_home(data_dir: Path, place: ServerPaths) -> None:
    """As root the home stays root's: the server's user must not swap our locks or log for links to other files."""
    data_dir = data_dir.resolve()
    make_data_dir(data_dir)
    if place.home.parent != data_dir and not place.home.parent.exists():
        place.home.parent.mkdir(parents=True)
        place.home.parent.chmod(0o755)  # it holds the programs and databases of several data folders
    place.home.mkdir(mode=0o700, exist_ok=True)
    close_data_dir(data_dir, _server_group(place, data_dir) if place.home.parent == data_dir else None)
    if not place.home.is_symlink():
        close_folder(place.home, _server_group(place, place.home))
    for log in (place.log, old_log(place.log)):
        if log.exists():
            close_file(log)


def _server_group(place: ServerPaths, folder: Path) -> int | None:
    """The group through which the server gets in, where it runs as another user than the folder's owner."""
    if place.user is None or place.user == folder.stat().st_uid:
        return None
    return pwd.getpwuid(place.user).pw_gid


def make_private(folder: Path, place: ServerPaths) -> None:
    """A folder for the server's user alone; one in the shared temporary folder may be someone else's trap."""
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if folder.is_symlink() or found.st_uid not in (os.geteuid(), place.user):
        raise FolderClosed(f"{folder} was made by another user. Remove it, then start again.")
    if place.user is not None:
        os.chown(folder, place.user, -1)
    folder.chmod(0o700)
