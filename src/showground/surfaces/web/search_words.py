"""A saved search in words, and its address."""

from collections.abc import Mapping
from urllib.parse import urlencode

from showground.surfaces.web.countries import country_name
from showground.surfaces.web.formatting import name_of


def describe_search(search: Mapping[str, str]) -> str:
    """`“database” · Databases · Portugal`."""
    parts = [f"“{search['q']}”"] if "q" in search else []
    parts += [name_of(search[name]) for name in ("category", "stage", "pricing_model") if name in search]
    parts += [country_name(search["country"].upper())] if "country" in search else []
    return " · ".join(parts)


def search_address(search: Mapping[str, str]) -> str:
    return f"/listings?{urlencode(search)}"
