"""The page of a draft: shows progress while the site is read, then lets people edit, preview and submit it."""

from typing import Any
from urllib.parse import quote
from uuid import UUID

from starlette.responses import Response

from showground.categories.actions.category_proposals import ProposeCategories, propose_categories
from showground.core.calls.errors import ApiError, InvalidInput, NotFound
from showground.core.languages import Text, deferred, sentences, translated
from showground.drafting import Draft
from showground.drafting.actions.drafts import delete_draft, reread_draft
from showground.drafting.actions.invites import withdraw_draft_invite
from showground.drafting.actions.logos import ListDraftLogos, choose_draft_logo, list_draft_logos, upload_draft_logo
from showground.drafting.operations.get_draft import GetDraft, get_draft
from showground.drafting.operations.invite_cofounder import invite_cofounder
from showground.drafting.operations.submit_draft import submit_draft
from showground.drafting.operations.update_draft import update_draft
from showground.surfaces.web.dashboard import editor_parts
from showground.surfaces.web.dashboard.draft_editor import (
    DOES,
    count_states,
    describe_draft,
    judge_edits,
    list_recommended,
    needs_category,
    read_edits,
    text_of,
    value_of,
)
from showground.surfaces.web.dashboard.editor import (
    NOTHING_TYPED,
    Typed,
    keep_typed,
    make_editor,
    place_errors,
    read_typed,
)
from showground.surfaces.web.dashboard.editor_parts import PARTS, EditorPart
from showground.surfaces.web.dashboard.logo_form import submit_logo
from showground.surfaces.web.edited_values import EditedValues
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.sessions import for_a_person
from showground.surfaces.web.visit import Visit


@for_a_person
async def show_draft(visit: Visit) -> Response:
    draft = await _get(visit)
    if draft.status != "ready":
        return visit.show("dashboard/reading.html", private=True, draft=draft, parts=editor_parts)
    return await _show(visit, draft)


@for_a_person
async def lead_to_draft(visit: Visit) -> Response:
    """From the address of a form of the editor: a refused form is shown there, and signing in returns to it."""
    return visit.go(_path(await _get(visit)))


@for_a_person
async def edit_draft(visit: Visit) -> Response:
    """One part's form: either a new value, or a button that locks, restores, redrafts or removes it."""
    draft, part, form = await _get(visit), PARTS.get(visit.path_params["part"]), await visit.form()
    if part is None:
        raise NotFound
    edits = read_edits(part, form, draft)
    if edits:
        errors = judge_edits(part, edits)
        result: FormResult[Any] = (
            FormResult(None, InvalidInput(errors=errors))
            if errors
            else await visit.submit_with(update_draft, _edited(draft, part), id=str(draft.id), **edits)
        )
        if result.failure is not None:
            typed = None if form.get("do") in DOES else read_typed(part, form)
            errors = place_errors(result.failure, part.name)
            return await _show(visit, draft, result, keep_typed(part, typed, errors, form, result))
    return visit.go(f"{_path(draft)}#f-{part.name}")


def _edited(draft: Draft, part: EditorPart) -> EditedValues[GetDraft, Draft]:
    return EditedValues(get_draft, GetDraft(id=draft.id), lambda stored: value_of(part, stored))


@for_a_person
async def save_logo(visit: Visit) -> Response:
    draft = await _get(visit)
    failed = await submit_logo(visit, upload_draft_logo, choose_draft_logo, id=draft.id)
    if failed:
        return await _show(visit, draft, failed, Typed("logo_url"))
    return visit.go(f"{_path(draft)}#f-logo_url")


@for_a_person
async def submit(visit: Visit) -> Response:
    draft = await _get(visit)
    result = await visit.submit_with(submit_draft, id=str(draft.id))
    if result.answer is None:
        return await _show(visit, draft, _in_sentences(result))
    return visit.go(f"/dashboard/listings/{result.answer.listing_id}")


@for_a_person
async def invite(visit: Visit) -> Response:
    draft, email = await _get(visit), (await visit.form()).get("email", "").strip()
    result = await visit.submit_with(invite_cofounder, id=str(draft.id), email=email)
    if result.failure is not None:
        errors = {error["field"]: error["message"] for error in result.failure.errors}
        return await _show(visit, draft, result, Typed("invite", None, errors, email))
    return visit.go(f"{_path(draft)}?invited={quote(email)}#invite")


@for_a_person
async def withdraw_invite(visit: Visit) -> Response:
    draft, email = await _get(visit), (await visit.form()).get("email", "")
    result = await visit.submit_with(withdraw_draft_invite, id=str(draft.id), email=email)
    if result.failure is not None:
        return await _show(visit, draft, result)
    return visit.go(f"{_path(draft)}?withdrawn={quote(email)}#invite")


@for_a_person
async def reread(visit: Visit) -> Response:
    draft = await _get(visit)
    result = await visit.submit_with(reread_draft, id=str(draft.id))
    return visit.go(_path(draft)) if result.failure is None else await _show(visit, draft, result)


@for_a_person
async def show_delete(visit: Visit) -> Response:
    return visit.show("dashboard/delete_draft.html", private=True, draft=await _get(visit), result=NO_RESULT)


@for_a_person
async def delete(visit: Visit) -> Response:
    draft = await _get(visit)
    result = await visit.submit_with(delete_draft, id=str(draft.id))
    if result.failure is not None:
        told: FormResult[Any] = FormResult(
            None,
            ApiError(Text("Only the person who started this draft can delete it. You were invited to it.")),
        )
        return visit.show("dashboard/delete_draft.html", status=400, private=True, draft=draft, result=told)
    return visit.go("/dashboard?deleted=1")


async def _get(visit: Visit) -> Draft:
    return await visit.ask(get_draft, visit.parse(get_draft, {"id": visit.path_params["id"]}))


async def _show(
    visit: Visit, draft: Draft, result: FormResult[Any] = NO_RESULT, typed: Typed = NOTHING_TYPED
) -> Response:
    logos = await visit.ask(list_draft_logos, ListDraftLogos(id=draft.id))
    proposed: list[str] = []
    if needs_category(draft):
        proposed = (await visit.ask(propose_categories, ProposeCategories(text=text_of(draft)))).names
    groups = describe_draft(draft, proposed)
    return visit.show(
        "dashboard/draft.html",
        status=result.status,
        private=True,
        draft=draft,
        parts=editor_parts,
        recommended=list_recommended(draft),
        editor=await make_editor(visit, _path(draft), groups, logos.items, result, typed),
        counted=count_states(groups),
        result=result,
        typed=typed,
        invited=visit.query.get("invited", "")[:254],
        withdrawn=visit.query.get("withdrawn", "")[:254],
        holder=next((problem for problem in draft.problems if problem.code == "already_listed"), None),
    )


def _in_sentences(result: FormResult[Any]) -> FormResult[Any]:
    """Join the field errors into one message: the submit button has no fields to show them beside."""
    failure = result.failure
    if failure is None or not failure.errors:
        return result
    return FormResult(
        None, ApiError(sentences(*(deferred(_without_marks, error["message"]) for error in failure.errors)))
    )


def _without_marks(message: str) -> str:
    """Backticks are for names in the API."""
    return translated(message).replace("`", "")


def _path(draft: Draft) -> str:
    return f"/dashboard/drafts/{UUID(str(draft.id))}"
