"""The OpenAPI document of the shipped operations, made once for all tests."""

from showground.accounts import SCOPES
from showground.core.calls.context import Site
from showground.registry import all_operations
from showground.surfaces.openapi.document import document

WHOLE = document(all_operations(), Site("Showground", "http://localhost:8000"), SCOPES)
