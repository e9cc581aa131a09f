"""The consent page, where a person allows or denies an app access to their account."""

from typing import Any
from urllib.parse import urlsplit

from starlette.responses import RedirectResponse, Response

from showground.accounts import SCOPES
from showground.core.calls.action import Action
from showground.oauth import AccessDenied, AccessRequest, build_redirect
from showground.oauth.actions.authorization import AccessAsked, allow_access, ask_for_access
from showground.surfaces.web.content_security_policy import POLICY, allow_forms_to
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.sessions import for_a_person, sign_in_first, way_back
from showground.surfaces.web.visit import Visit


async def show_consent(visit: Visit) -> Response:
    if visit.access is None or not visit.access.recent:  # check first: reading the request may fetch the app's document
        return visit.go(sign_in_first(visit, way_back(visit)))
    asked = await _read(visit)
    return _show(visit, asked, asked.scopes, NO_RESULT)


@for_a_person
async def answer_consent(visit: Visit) -> Response:
    asked, form = await _read(visit), await visit.form()
    if form.get("answer") != "allow":
        return _deny(visit, asked)
    result = await visit.submit(allow_access, **_parameters(visit))
    if result.answer is None:
        return _show(visit, asked, form.getlist("allowed"), result)
    return _send(result.answer.address)


async def _read(visit: Visit) -> AccessAsked:
    asking: Action[AccessRequest, AccessAsked] = ask_for_access
    return await visit.ask(asking, asking.parse(_parameters(visit)))


def _parameters(visit: Visit) -> dict[str, str | bool | None]:
    """The OAuth parameters of the query; an empty one counts as missing."""
    names = AccessRequest.model_fields.keys() - {"repeated"}
    given = [name for name, _ in visit.query.given.multi_items() if name in names]
    return {name: visit.query.get(name) or None for name in names} | {"repeated": len(given) > len(set(given))}


def _show(visit: Visit, asked: AccessAsked, chosen: list[str], result: FormResult[Any]) -> Response:
    policy = allow_forms_to(POLICY, form_target(asked.redirect_uri))
    return visit.show(
        "consent.html",
        status=result.status,
        headers={"Content-Security-Policy": policy, "Referrer-Policy": "strict-origin"},
        asked=asked,
        scopes={scope: SCOPES[scope] for scope in asked.scopes},
        chosen=chosen,
        result=result,
        query=visit.request.url.query,
    )


def _deny(visit: Visit, asked: AccessAsked) -> Response:
    """Redirect to the app with `access_denied`.

    This is the only error sent to the app: all others occur before the person has agreed to be sent there.
    """
    told = {"error": AccessDenied.code, "error_description": AccessDenied.sentence()}
    return _send(build_redirect(asked.redirect_uri, visit.site.url, visit.query.get("state"), **told))


def _send(address: str) -> Response:
    """Redirect to the app with 303, so that the browser does not repost the form there."""
    response = RedirectResponse("/", 303, {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer"})
    response.headers["location"] = address  # set unescaped: the app compares it character by character
    return response


def form_target(redirect_uri: str) -> str:
    """The CSP `form-action` source for the redirect: the app's origin, or its scheme if the address has no host."""
    parts = urlsplit(redirect_uri)
    named = parts.scheme in ("http", "https") and not parts.netloc.startswith("[")
    return f"{parts.scheme}://{parts.netloc}" if named else f"{parts.scheme}:"
