"""Pictures that people upload, re-encoded in the sandbox."""

from showground.core.calls.errors import TOO_BUSY, Unavailable
from showground.core.sandbox import Sandboxed, SandboxKilled, SandboxStarved, run
from showground.ownership.errors import PictureRefused
from showground.ownership.sandbox_calls import SentPicture, ServedPicture

MAX_PICTURE_BYTES = 5_000_000


async def reencode_upload(how: Sandboxed[SentPicture, ServedPicture], content: bytes, owner: str) -> ServedPicture:
    """The picture as we serve it. What is too large, or no picture, is refused."""
    if len(content) > MAX_PICTURE_BYTES:
        raise PictureRefused
    try:
        made = await run(how, SentPicture(content=content), owner=owner)
    except SandboxStarved:
        raise Unavailable(TOO_BUSY) from None
    except SandboxKilled:
        raise PictureRefused from None
    if not made.content:
        raise PictureRefused
    return made
