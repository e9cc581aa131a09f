"""A mail address that a caller writes: the address alone, with no name beside it."""

from contextlib import suppress
from typing import Annotated

from pydantic import AfterValidator, Field
from pydantic.networks import validate_email
from pydantic_core import PydanticCustomError

LONGEST = 254


def read_mail_address(text: str) -> str:
    """The address in its one spelling; `Ada <ada@example.com>` is a line of a letter, and no address."""
    if "<" not in text:
        with suppress(PydanticCustomError):
            return validate_email(text)[1]
    raise ValueError("Must be a mail address, such as hello@example.com.")


MailAddress = Annotated[
    str, Field(max_length=LONGEST, json_schema_extra={"format": "email"}), AfterValidator(read_mail_address)
]
