"""The `showground` command: reads the settings, starts the embedded database if none is set, runs one command."""

import gc
import os
import signal
import sys

from showground.cli import information
from showground.cli.parser import make_parser
from showground.cli.resources import CommandFailed
from showground.core.calls.errors import ApiError
from showground.core.logs import configure_logging
from showground.settings import BadSettings, Settings, read_settings


def main() -> None:
    """Entry point of the command."""
    parser = make_parser()
    if len(sys.argv) == 1:
        parser.print_help(sys.stderr)
        sys.exit(2)
    arguments = parser.parse_args()
    gc.disable()  # until the modules are imported: collecting during imports takes a fifth of the start-up time
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # shut down cleanly, as on Ctrl-C
    try:
        settings = Settings() if arguments.run is information.print_settings else read_settings()
        configure_logging(readable=settings.env == "development")
        sys.exit(arguments.run(settings, arguments) or 0)
    except (BadSettings, CommandFailed) as problem:
        sys.exit(str(problem))
    except ApiError as failure:
        errors = [f"{error['field']}: {error['message']}" for error in failure.errors]
        sys.exit("\n".join(errors) or failure.detail)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:  # the reader closed the pipe, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # so that the flush at exit does not fail
        sys.exit(0)
    finally:
        gc.freeze()  # Python would search all objects for garbage before it exits: a tenth of a short command
