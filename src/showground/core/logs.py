"""Log lines: JSON in production, readable in a terminal. They carry no token, key, mail address or body.

In production, every line is one JSON object that begins with `at` (UTC, with milliseconds), `level`, `logger` and
`message`; so are the lines of requests (`surfaces/access_log.py`), warnings of Python, and an error that ends the
process.
"""

import json
import logging
import sys
from contextvars import ContextVar
from datetime import UTC, datetime
from types import TracebackType

REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="")  # of the request or job that this task serves


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        fields = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request_id := REQUEST_ID.get():
            fields["request_id"] = request_id
        if record.exc_info:
            fields["trace"] = self.formatException(record.exc_info)
        return json.dumps(fields)


def configure_logging(*, readable: bool) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        logging.Formatter("%(asctime)s  %(levelname)s  %(message)s", "%H:%M:%S") if readable else JsonLines()
    )
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("showground").setLevel(logging.INFO)
    if not readable:
        logging.captureWarnings(capture=True)
        sys.excepthook = _log_the_end


def _log_the_end(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    logging.getLogger(__name__).critical("The process ended with an error.", exc_info=(kind, error, trace))
