"""Commands that run the site, and those that look after it."""

from pathlib import Path

from showground.cli import backup_commands, information, server
from showground.cli.arguments.declare import Parsers, add_command, add_group, number


def add_server(kinds: Parsers) -> None:
    serve = add_command(
        kinds,
        "serve",
        server.serve,
        "serve the site, the API and the MCP server, and run jobs",
        """
        Serve everything on one port until you press Ctrl-C. Without SHOWGROUND_DATABASE_URL, this starts a PostgreSQL
        server in the data folder and loads a demo directory on the first start.

          showground serve --port 8080 --workers 4
        """,
    )
    shared = "number of processes that share the port (default: %(default)s)"
    serve.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    serve.add_argument("--port", type=number(0, 65535), default=8000, help="port to listen on (default: %(default)s)")
    serve.add_argument("--workers", type=number(1, 64), default=1, metavar="N", help=shared)
    serve.add_argument(
        "--share-port",
        action="store_true",
        help="let another server bind the port too, so that a new version can take over before the old one stops",
    )
    serve.add_argument("--no-jobs", action="store_true", help="don't run jobs here; leave them to `showground worker`")
    add_command(
        kinds,
        "worker",
        server.work,
        "run jobs only",
        """
        Run jobs until you press Ctrl-C: sending email, drafting, starting the new launch week. You can run any number
        of workers, on any machine that reaches the database. `showground serve` runs jobs too, unless you pass
        --no-jobs.
        """,
    )
    add_command(
        kinds,
        "migrate",
        server.migrate,
        "migrate the database to this version",
        """
        Migrate the database to this version and load the categories and products that Showground ships with. It is safe
        to run twice, and while the site is running. `serve` and `worker` migrate automatically when they start.
        """,
    )
    demo = add_command(
        kinds,
        "demo",
        server.demo,
        "load the demo directory, or remove it",
        """
        Load 120 fictional products with people, votes and posts, dated around the current week. Not for production.

          showground demo --listings 100000    generate listings for load tests
          showground demo --remove             remove what the demo made, and nothing else
        """,
    )
    choice = demo.add_mutually_exclusive_group()
    choice.add_argument("--remove", action="store_true", help="remove fictional listings, people, votes and posts")
    choice.add_argument(
        "--listings", type=number(1, 10_000_000), metavar="N", help="generate N fictional listings for load tests"
    )


def _add_backups(group: Parsers) -> None:
    add_command(
        group,
        "list",
        backup_commands.list_backups,
        "list the backups in SHOWGROUND_BACKUP_TO, newest first",
        """
        Print the name, size and age of every backup in SHOWGROUND_BACKUP_TO, newest first.
        """,
    )
    download = add_command(
        group,
        "download",
        backup_commands.download_backup,
        "copy a stored backup to a file, for `showground restore`",
        """
        Copy a backup from SHOWGROUND_BACKUP_TO to a file on this machine, from which `showground restore` restores it.

          showground backups download newest.zip
          showground backups download monday.zip --name showground-2026-11-16T032300Z.zip
        """,
    )
    download.add_argument("file", type=Path, metavar="FILE", help="file to create; - for standard output")
    download.add_argument("--name", help="name of the backup, as `backups list` prints it (default: the newest)")
    rehearse = add_command(
        group,
        "rehearse",
        backup_commands.rehearse,
        "restore the newest backup into a scratch database, check it and delete that database",
        """
        Restore the newest backup in SHOWGROUND_BACKUP_TO, or FILE, into a new database, check that everything that was
        backed up is there, migrate it to this version, and delete that database again. The site keeps running and is
        not touched. The exit code is 1 if the backup can't be restored.

          showground backups rehearse
        """,
    )
    rehearse.add_argument(
        "file", type=Path, nargs="?", metavar="FILE", help="a backup (default: the newest stored one)"
    )
    rehearse.add_argument(
        "--server", metavar="URL", help="PostgreSQL server to create the database on (default: the site's own)"
    )


def add_maintenance(kinds: Parsers) -> None:
    backup = add_command(
        kinds,
        "backup",
        backup_commands.backup,
        "back up the whole directory to one file, even while it is running",
        """
        Write a snapshot of the database, including images, and the data folder's secret to one file. The site can keep
        running. Without FILE, the backup goes where SHOWGROUND_BACKUP_TO says, and the oldest ones there are deleted,
        as on schedule. The file contains personal data: store it where only you can read it.

          showground backup
          showground backup showground-$(date +%F).zip
        """,
    )
    place = "file to create; - for standard output (default: SHOWGROUND_BACKUP_TO)"
    backup.add_argument("file", type=Path, nargs="?", metavar="FILE", help=place)
    _add_backups(add_group(kinds, "backups", "list the stored backups, download one, rehearse a restore"))
    restore = add_command(
        kinds,
        "restore",
        backup_commands.restore,
        "restore a backup",
        """
        Restore a backup completely or not at all, then migrate it to this version. Stop the site and its workers first.
        Sessions, API keys and pending jobs are restored too.

          showground restore showground-2026-11-15.zip
        """,
    )
    restore.add_argument("file", type=Path, metavar="FILE", help="file that `backup` wrote; - for standard input")
    restore.add_argument("--replace", action="store_true", help="overwrite the existing directory; its data is lost")
    add_command(
        kinds,
        "doctor",
        information.examine,
        "check the installation and explain how to fix it",
        """
        Check the database, connection pooler, replica, clock, migrations, workers, backups, disk, Redis, email,
        payments, taxes, language model, DNS, the site's public address and the proxy. Each line says ok, or BAD and
        how to fix it. The exit code is 1 if any check fails.
        """,
    )
