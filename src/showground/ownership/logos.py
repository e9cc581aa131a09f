"""What drafts and listings share about logos: making one from a file, and the pictures to choose from."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from showground.core.calls.context import Site
from showground.core.calls.errors import TOO_BUSY, FieldError, InvalidInput, Unavailable
from showground.core.calls.rate_limits import Limit
from showground.core.data_model import DataModel
from showground.core.languages import Text, deferred, text_with
from showground.core.languages.formats import rounded
from showground.core.sandbox import SandboxKilled, SandboxStarved, run
from showground.listings import logos
from showground.ownership.sandbox_calls import LOGO_PROBLEMS, REENCODE_LOGO, SentPicture

MAX_LOGO_BYTES = 2_000_000
LOGO_UPLOADS = Limit("logos", 60, 3600)
LogoFileName = Annotated[str, Field(pattern=r"^[0-9a-f]{40}\.webp$")]
TOO_COMPLEX = Text("This file takes too long to draw. Simplify it, or save it as a PNG of 512 by 512 pixels.")


class LogoChoice(DataModel):
    """A picture to choose; `source_url` says where on the site it is, unless somebody uploaded it."""

    name: str
    path: str
    source_url: str | None
    chosen: bool


class LogoChoices(DataModel):
    """The pictures to choose from. None is chosen where there is no logo, or one that we have no picture of."""

    items: list[LogoChoice]


class LogoRefused(InvalidInput):
    """This file can't be used as a logo."""


async def make_logo(content: bytes, owner: str) -> bytes:
    """The picture as we serve it. What cannot be a logo is refused with the reason."""
    if not content:
        raise refuse_logo(Text("Choose a file first."))
    if len(content) > MAX_LOGO_BYTES:
        raise refuse_too_large(len(content))
    try:
        made = await run(REENCODE_LOGO, SentPicture(content=content), owner=owner)
    except SandboxStarved:
        raise Unavailable(TOO_BUSY) from None
    except SandboxKilled:
        raise refuse_logo(TOO_COMPLEX) from None
    if made.problem:
        raise refuse_logo(deferred(LOGO_PROBLEMS.show, made.problem))
    return made.content


def refuse_logo(message: Text) -> LogoRefused:
    return LogoRefused(errors=[FieldError(field="logo", message=message)])


def refuse_too_large(size: int) -> LogoRefused:
    return refuse_logo(
        text_with(
            "This file is %(size)s MB; the maximum is 2 MB. Make the picture smaller and upload it again.",
            size=deferred(rounded, size / 1_000_000, 1 if size >= 2_100_000 else 2),
        )
    )


def list_choices(files: Sequence[logos.LogoFile], logo_url: str | None, site: Site) -> LogoChoices:
    """`logo_url` is the logo now: our address of a file, or its address on the site."""
    return LogoChoices(
        items=[
            LogoChoice(
                name=file.name,
                path=file.path,
                source_url=file.source_url,
                chosen=logo_url is not None and logo_url in (site.url + file.path, file.source_url),
            )
            for file in files
        ]
    )


def find_choice(files: Sequence[logos.LogoFile], name: str) -> logos.LogoFile:
    file = next((file for file in files if file.name == name), None)
    if file is None:
        raise refuse_logo(Text("This logo no longer exists. Choose another, or upload it again."))
    return file
