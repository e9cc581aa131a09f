"""Claims: claim a listing, see what to publish, and check the proof."""

from typing import Any

from starlette.responses import Response

from showground.core.languages import Text
from showground.ownership.actions.claims import ReadClaimLog, read_own_claim_log
from showground.ownership.operations.create_claim import create_claim
from showground.ownership.operations.list_claims import ListClaims, list_claims
from showground.ownership.operations.verify_claim import verify_claim
from showground.surfaces.web.dashboard.common import number_of, page_asked
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.pager import make_pager
from showground.surfaces.web.sessions import for_a_person
from showground.surfaces.web.visit import Visit

METHODS = {
    "meta": Text("Meta tag on the homepage"),
    "dns": Text("DNS TXT record"),
    "file": Text("Text file on the website"),
    "email": Text("Link emailed to an address at the domain"),
}


@for_a_person
async def show_claims(visit: Visit) -> Response:
    given = {"slug": visit.query.get("slug", "")[:220], "method": "meta", "email": ""}
    return await _show(visit, given, NO_RESULT)


@for_a_person
async def make_claim(visit: Visit) -> Response:
    form = await visit.form()
    given = {name: form.get(name, "").strip() for name in ("slug", "method", "email")}
    asked: dict[str, Any] = {
        "slug": given["slug"].rstrip("/").rpartition("/")[2],  # a full URL works too
        "method": given["method"],
    }
    if given["email"] or given["method"] == "email":
        asked["email"] = given["email"] or None
    result = await visit.submit_with(create_claim, **asked)
    if result.answer is None:
        return await _show(visit, given, result)
    return visit.go(f"/dashboard/claims#claim-{result.answer.id}")


@for_a_person
async def check_claim(visit: Visit) -> Response:
    number = number_of(visit, "claim_id")
    result = await visit.submit_with(verify_claim, claim_id=number)
    if result.failure is not None:
        return await _show(visit, {"slug": "", "method": "meta", "email": ""}, result)
    return visit.go(f"/dashboard/claims#claim-{number}")


@for_a_person
async def show_claim_log(visit: Visit) -> Response:
    log = await visit.ask(read_own_claim_log, ReadClaimLog(claim_id=number_of(visit, "claim_id")))
    return visit.show("dashboard/claim.html", private=True, log=log, methods=METHODS)


async def _show(visit: Visit, given: dict[str, str], result: FormResult[Any]) -> Response:
    found = await visit.ask(list_claims, ListClaims(page=page_asked(visit)))
    return visit.show(
        "dashboard/claims.html",
        status=result.status,
        private=True,
        claims=found.items,
        pager=make_pager(visit, found),
        methods=METHODS,
        given=given,
        result=result,
    )
