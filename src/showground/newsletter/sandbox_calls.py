"""What reports about email have parsed in the sandbox; `mail_report_parser.py` has the function."""

from typing import Literal

from pydantic import ConfigDict, Field

from showground.core.data_model import DataModel
from showground.core.sandbox import Sandboxed


class SentReport(DataModel):
    """A message as it arrived."""

    model_config = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")

    content: bytes


class ReadReport(DataModel):
    """What a message reports: about which of our emails, and whether that address is dead or its owner complained."""

    kind: Literal["bounce", "complaint", "other", "none"]
    message_ids: list[str] = Field(default=[])
    detail: str = ""


READ_REPORT = Sandboxed(
    "showground.newsletter.mail_report_parser:read_report", SentReport, ReadReport, cpu_seconds=3, seconds=20
)
