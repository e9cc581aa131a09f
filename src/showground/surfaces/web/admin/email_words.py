"""The words of every email: edit, preview, reset."""

from typing import Any

from starlette.responses import Response

from showground.brand.actions.email_words import (
    EmailPreview,
    EmailText,
    ReadEmail,
    list_emails,
    preview_email,
    read_email,
    reset_email,
    write_email,
)
from showground.core.calls.models import NoInput
from showground.surfaces.web.admin.brand import show_mail
from showground.surfaces.web.admin.common import button
from showground.surfaces.web.edited_values import EditedValues
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.sessions import for_staff
from showground.surfaces.web.visit import Visit


@for_staff
async def show_emails(visit: Visit) -> Response:
    emails = await visit.ask(list_emails, NoInput())
    return visit.show("admin/emails.html", private=True, emails=emails.items)


@for_staff
async def show_email(visit: Visit) -> Response:
    return await _show(visit)


@for_staff
async def save_email(visit: Visit) -> Response:
    """Save the words, or show how an email with them looks: as text below the form, or as HTML by itself."""
    form = await visit.form()
    given = {name: form.get(name, "").strip() for name in ("subject", "body")}
    if form.get("do") in ("preview", "html"):
        shown = await visit.submit(preview_email, **visit.path_params, **given)
        if shown.answer is not None and form.get("do") == "html":
            return show_mail(shown.answer.html)
        return await _show(visit, shown, given, shown.answer)
    edited = _edited(visit.parse(read_email, visit.path_params))
    result = await visit.submit(write_email, edited, **visit.path_params, **given)
    return visit.go("/admin/emails") if result.answer else await _show(visit, result, given)


def _edited(input: ReadEmail) -> EditedValues[ReadEmail, EmailText]:
    return EditedValues(read_email, input, lambda email: (email.own, email.subject, email.body))


async def _show(
    visit: Visit,
    result: FormResult[Any] = NO_RESULT,
    given: dict[str, str] | None = None,
    preview: EmailPreview | None = None,
) -> Response:
    asked = visit.parse(read_email, visit.path_params)
    email = await visit.ask(read_email, asked)
    return visit.show(
        "admin/email.html",
        status=result.status,
        private=True,
        email=email,
        given=given or {"subject": email.subject, "body": email.body},
        preview=preview,
        version=await visit.version(_edited(asked), email, result),
        result=result,
    )


reset = button(reset_email, "/admin/emails")
