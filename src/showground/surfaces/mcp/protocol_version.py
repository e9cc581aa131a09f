"""Which era of the protocol a message belongs to: its headers and its body must agree.

The SDK goes by the header alone. A message whose body says 2026-07-28, with the header of an earlier version or none,
would be answered without checking `Mcp-Method` and `Mcp-Name`. A proxy that decides by these headers could then be
bypassed.
"""

from collections.abc import Iterable
from typing import Any, cast

from mcp_types import HEADER_MISMATCH, PARSE_ERROR, PROTOCOL_VERSION_META_KEY
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

from showground.surfaces.mcp.reply import Reply, refuse_message

UNREADABLE = object()  # a body that is not JSON


def refuse_mixed_eras(version: str | None, messages: Iterable[Any]) -> Reply | None:
    """The refusal, if the body of a message names a different version than the header. `version`: the header's value.

    Versions after 2025 are left to the SDK, which compares them itself.
    """
    if version is not None and version not in HANDSHAKE_PROTOCOL_VERSIONS:
        return None
    for message in messages:
        if message is UNREADABLE:  # the SDK reads some of these, such as very long numbers
            return refuse_message(400, None, PARSE_ERROR, "Parse error")
        meta = _meta_of(message)
        if PROTOCOL_VERSION_META_KEY in meta and (version is None or meta[PROTOCOL_VERSION_META_KEY] != version):
            return refuse_message(
                400,
                message.get("id"),
                HEADER_MISMATCH,
                f"The MCP-Protocol-Version header must equal {PROTOCOL_VERSION_META_KEY} in params._meta. From version"
                " 2026-07-28 on, send the headers MCP-Protocol-Version, Mcp-Method and, for calls, Mcp-Name.",
            )
    return None


def _meta_of(message: Any) -> dict[str, Any]:
    try:
        meta = message["params"]["_meta"]
    except (KeyError, TypeError, IndexError):
        return {}
    return cast("dict[str, Any]", meta) if isinstance(meta, dict) else {}
