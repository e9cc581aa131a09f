"""What Showground logs as an error."""

import logging
from collections.abc import Generator
from contextlib import contextmanager


class ErrorLog(logging.Handler):
    """Collects what is logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


@contextmanager
def noticing_errors() -> Generator[list[str]]:
    """The errors that are logged while the block runs."""
    handler, logger = ErrorLog(), logging.getLogger("showground")
    logger.addHandler(handler)
    try:
        yield handler.messages
    finally:
        logger.removeHandler(handler)
