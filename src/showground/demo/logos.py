"""The logos of the demo's listings, which tools/demo_logos.py draws."""

import io
import zipfile
from collections.abc import Mapping
from datetime import datetime
from importlib.resources import files

from showground.core.database.pool import Connection
from showground.listings import logos


def read_logos() -> dict[str, bytes]:
    """WebP pictures by the slugs of listings."""
    packed = (files("showground.demo") / "data" / "logos.zip").read_bytes()
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        return {name.removesuffix(".webp"): archive.read(name) for name in archive.namelist()}


async def add_logos(db: Connection, pictures: Mapping[str, bytes], ids: Mapping[str, int], at: datetime) -> None:
    """Store the files whose addresses the listings already have; `ids` are listings by slug."""
    await logos.add_imports(db, ((ids[slug], slug, content) for slug, content in pictures.items() if slug in ids), at)
