"""Client ID metadata documents: apps identified by the URL of their own metadata."""

import json
import re
from datetime import datetime, timedelta
from typing import Any, cast

from showground.core.calls.context import PrepareContext
from showground.core.calls.rate_limits import Limit
from showground.core.fetch import FetchFailed, FetchResponse
from showground.core.languages import Text, text_with
from showground.oauth import rules
from showground.oauth.errors import UnknownApp
from showground.oauth.queries import grants

MAX_BYTES = 10_240
SECONDS = 5.0
KINDS = ("application/json", "application/cimd+json", "application/ld+json")
MIN_LIFE, USUAL_LIFE, MAX_LIFE = timedelta(minutes=5), timedelta(hours=1), timedelta(days=1)
BY_ACCOUNT = Limit("app-documents", 20, 3600)
FROM_HOST = Limit("app-documents-host", 100, 3600)


async def read_document(outside: PrepareContext, client_id: str) -> grants.OAuthClient | None:
    """The app that the document describes; None if its stored copy is fresh, or `client_id` is not a document's URL.

    Otherwise anyone could make us fetch arbitrary URLs, so only signed-in people can trigger a fetch, and each has an
    hourly limit. Documents that we have not read before are also limited by host. Known ones are not: they are read
    every five minutes at most, and nobody can lock out an app by asking for URLs that its host does not have.
    """
    if not rules.is_document_address(client_id):
        return None
    async with outside.reading() as db:
        known = await grants.find_client(db, client_id)
    if known is not None and known.fresh_until is not None and known.fresh_until > outside.now:
        return None
    await outside.count(BY_ACCOUNT, str(outside.account))
    if known is None:
        await outside.count(FROM_HOST, rules.return_host(client_id).lower())
    try:
        page = await outside.fetch.get(client_id, accept=KINDS, max_bytes=MAX_BYTES, seconds=SECONDS, max_redirects=0)
    except FetchFailed as failed:
        raise UnknownApp(
            text_with("The app's metadata document could not be read. %(failed)s", failed=failed.message)
        ) from failed
    if page.status != 200:
        raise UnknownApp(Text("The app's metadata document could not be read: its URL returns an error."))
    return describe(client_id, _decode(page), outside.now + _lives(page))


def describe(client_id: str, document: dict[str, Any], fresh_until: datetime) -> grants.OAuthClient:
    """The app, if its document fits what it must say; the reason, if not."""
    uris, name = document.get("redirect_uris"), rules.read_name(document.get("client_name"))
    if document.get("client_id") != client_id:
        raise UnknownApp(Text("The app's metadata document has a different client_id than its own URL."))
    if not isinstance(uris, list) or not 1 <= len(cast("list[Any]", uris)) <= rules.MAX_ADDRESSES:
        raise UnknownApp(Text("The app's metadata document has no redirect_uris."))
    for uri in cast("list[Any]", uris):
        reason = rules.find_redirect_uri_error(uri) if isinstance(uri, str) else Text("It must be a string.")
        if reason:
            raise UnknownApp(
                text_with(
                    "The app's metadata document has a redirect URI that is not allowed. %(reason)s", reason=reason
                )
            )
    if document.get("token_endpoint_auth_method", "none") != "none" or "client_secret" in document:
        raise UnknownApp(
            Text("The app's metadata document asks for an authentication method that is not supported here.")
        )
    return grants.OAuthClient(
        client_id, name or rules.return_host(client_id), cast("list[str]", uris), None, "none", fresh_until
    )


def _decode(page: FetchResponse) -> dict[str, Any]:
    try:
        document = json.loads(page.body)
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict):
        raise UnknownApp(Text("The app's metadata document is not a JSON object."))
    return cast("dict[str, Any]", document)


def _lives(page: FetchResponse) -> timedelta:
    """As long as its Cache-Control says, within bounds."""
    found = re.search(r"max-age=(\d{1,9})", page.headers.get("cache-control", ""))
    return min(max(timedelta(seconds=int(found[1])), MIN_LIFE), MAX_LIFE) if found else USUAL_LIFE
