"""Where the server's files are, and which user it runs as."""

import hashlib
import os
import pwd
import socket
from dataclasses import dataclass
from pathlib import Path

from showground.core.data_folder import close_data_dir, close_file, close_folder, is_ours_alone, make_data_dir
from showground.core.embedded_postgres.errors import FolderClosed
from showground.core.embedded_postgres.log import old_log

STATE = Path("/var/lib/showground")  # used by root, whose folders the server's user often can't enter
NAME = "showground"  # the database and its owner
PORT = 5432  # part of the socket's name; no TCP port is opened
SOCKET = f".s.PGSQL.{PORT}"
SOCKET_LOCK = f"{SOCKET}.lock"
# Not tempfile.gettempdir(): commands with different TMPDIR must find the same socket.
SHORT = Path("/tmp")  # noqa: S108 - what is made there has a name of its own and belongs to one user  # nosec B108
MAX_SOCKET_PATH_LENGTH = 103  # bytes: macOS allows the fewest


@dataclass(frozen=True)
class ServerPaths:
    """One database's files. The locks use flock(2), so the system releases them when a process is killed."""

    home: Path
    sockets: Path
    user: int | None  # set only when we run as root, because PostgreSQL refuses to

    @property
    def data(self) -> Path:
        return self.home / "data"

    @property
    def log(self) -> Path:
        return self.home / "server.log"

    @property
    def holders_lock(self) -> Path:
        """Locked in shared mode by every command that uses the server; exclusively by the supervisor to shut down."""
        return self.home / "holders.lock"

    @property
    def starting_lock(self) -> Path:
        """Locked by a command while it checks for a supervisor and starts one if there is none."""
        return self.home / "starting.lock"

    @property
    def supervisor_lock(self) -> Path:
        """Locked by the supervisor as long as it runs."""
        return self.home / "supervisor.lock"

    @property
    def server_lock(self) -> Path:
        """Inherited by every process of the server, so it is free only once the last of them has exited."""
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
        """Whether a server is listening here and accepts clients."""
        with socket.socket(socket.AF_UNIX) as client:
            try:
                client.connect(os.fsencode(self.sockets / SOCKET))
            except OSError:
                return False
        # Only a running server accepts the connection, and it wrote its status before it listened, so the file below
        # is not left over from an earlier one.
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
    # If the path is too long for a socket, or libpq would parse it as a list of hosts, use a short one.
    if len(os.fsencode(sockets / SOCKET)) > MAX_SOCKET_PATH_LENGTH or any(sign in str(sockets) for sign in ',"\n'):
        sockets = SHORT / f"showground-{os.geteuid() if user is None else user}-{key}"
    return ServerPaths(home, sockets, user)


def _place_for_root(data_dir: Path, outside: Path) -> tuple[Path, int]:
    """An existing database stays where it is and with its owner, even if folder modes have changed since."""
    inside = data_dir / "postgres"
    for home in (inside, outside):
        if (home / "data").exists():
            user = (home / "data").stat().st_uid or _someone_else()
            if (closed := _closed_way(user, home)) is not None:
                name = pwd.getpwuid(user).pw_name
                raise FolderClosed(
                    f"The database in {home} belongs to the user {name}, who has no access to {closed}. "
                    f"PostgreSQL does not run as root: allow access with `chmod o+x {closed}`, "
                    f"or, while it is not running, move it with `mkdir -p {STATE} && mv {home} {outside}`."
                )
            return home, user
    user = _someone_else()
    return (inside if _closed_way(user, inside) is None else outside), user


def _closed_way(user: int, home: Path) -> Path | None:
    """The folder that blocks the user from `home`, if any. Our own data folder does not count: `make_home` opens it,
    and another command may be about to."""
    folder = home.parent
    if is_ours_alone(folder) and not home.is_symlink():
        folder = folder.parent
    return closed_step(user, home if home.is_symlink() else folder)


def _someone_else() -> int:
    """A user who is not root and has a name, which initdb requires; PostgreSQL's own account if there is one."""
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name).pw_uid
        except KeyError:
            continue
    return next(entry.pw_uid for entry in pwd.getpwall() if entry.pw_uid)


def closed_step(user: int, folder: Path) -> Path | None:
    """The first folder on the path, including the last, that the user can't enter. Missing folders don't count."""
    group = pwd.getpwuid(user).pw_gid
    for step in (*reversed(folder.parents), folder):
        if step.exists():
            found = step.stat()
            bit = 0o100 if found.st_uid == user else 0o010 if found.st_gid == group else 0o001
            if not found.st_mode & bit:
                return step
    return None


def make_home(data_dir: Path, place: ServerPaths) -> None:
    """Create the home folder. If we are root, root owns it: the server's user must not be able to replace our locks or
    log with links to other files."""
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
    """The group that gives the server access, if it runs as a different user than the folder's owner."""
    if place.user is None or place.user == folder.stat().st_uid:
        return None
    return pwd.getpwuid(place.user).pw_gid


def make_private(folder: Path, place: ServerPaths) -> None:
    """Create a folder that only the server's user can use. In the shared temporary folder, another user may have
    created it first as a trap: refuse that."""
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if folder.is_symlink() or found.st_uid not in (os.geteuid(), place.user):
        raise FolderClosed(f"{folder} was created by another user. Remove it, then try again.")
    if place.user is not None:
        os.chown(folder, place.user, -1)
    folder.chmod(0o700)
