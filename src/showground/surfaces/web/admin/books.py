"""Books: documents, reports, reconciliation and exports for the accountant."""

from datetime import date, timedelta
from typing import Any

from starlette.responses import Response, StreamingResponse

from showground.core.calls.errors import InvalidInput
from showground.core.calls.models import NoInput
from showground.orders.actions.documents import list_document_countries, list_documents
from showground.orders.actions.export_books import (
    DATASETS,
    MEDIA_TYPES,
    ExportRows,
    Format,
    ReadExport,
    export_books,
    read_export,
    write_export,
)
from showground.orders.actions.reconcile_books import reconcile_books, write_differences, write_months
from showground.orders.actions.show_report import REPORTS, WORDS, recent_quarters, show_report, write_report
from showground.surfaces.web.admin.common import chosen
from showground.surfaces.web.countries import country_name
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.pager import make_pager
from showground.surfaces.web.sessions import for_staff
from showground.surfaces.web.visit import Visit

KINDS = ("invoice", "credit_note", "corrected_invoice")
FILTERS = ("q", "kind", "country", "mode", "first", "last")


@for_staff
async def show_documents(visit: Visit) -> Response:
    given = chosen(visit, *FILTERS)
    found = None
    result: FormResult[Any] = NO_RESULT
    try:
        found = await visit.ask(list_documents, visit.parse_page(list_documents, **given))
    except InvalidInput as wrong:
        result = FormResult(None, wrong)
    countries = (await visit.ask(list_document_countries, NoInput())).items
    return visit.show(
        "admin/documents.html",
        status=result.status,
        private=True,
        documents=found.items if found else [],
        pager=make_pager(visit, found) if found else None,
        given={name: given.get(name, "") for name in FILTERS},
        kinds=KINDS,
        countries={code: country_name(code) for code in countries},
        result=result,
    )


@for_staff
async def show_reports(visit: Visit) -> Response:
    given = {"report": "vat", "period": recent_quarters(visit.now.date(), 1)[0], **chosen(visit, "report", "period")}
    result = await visit.submit_with(show_report, **given, test=_wants_test(visit))
    report, wanted = result.answer, _format(visit)
    if report is not None and wanted is not None:
        return _send(write_report(report, wanted), f"{report.name}-{report.period}", wanted)
    return visit.show(
        "admin/tax_reports.html",
        status=result.status,
        private=True,
        report=report,
        reports={name: title for name, (title, _) in REPORTS.items()},
        given=given,
        test=_wants_test(visit),
        periods=_periods(visit),
        words=WORDS,
        result=result,
    )


@for_staff
async def show_reconciliation(visit: Visit) -> Response:
    given = {"period": str(visit.now.year), **chosen(visit, "period")}
    result = await visit.submit_with(reconcile_books, **given, test=_wants_test(visit))
    found, wanted = result.answer, _format(visit)
    if found is not None and wanted is not None:
        if visit.query.get("part") == "differences":
            return _send(write_differences(found, wanted), f"differences-{found.period}", wanted)
        return _send(write_months(found, wanted), f"reconciliation-{found.period}", wanted)
    return visit.show(
        "admin/reconciliation.html",
        status=result.status,
        private=True,
        found=found,
        given=given,
        test=_wants_test(visit),
        periods=[str(visit.now.year - n) for n in range(3)] + _periods(visit),
        result=result,
    )


@for_staff
async def show_exports(visit: Visit) -> Response:
    return _show_exports(visit, NO_RESULT, {})


@for_staff
async def send_export(visit: Visit) -> Response:
    """A form post, like every download of personal data. The file is streamed as its rows are read."""
    form = await visit.form()
    given = {name: form.get(name, "") for name in ("dataset", "format", "first", "last")}
    test = form.get("mode") == "test"
    result = await visit.submit_with(export_books, **given, test=test)
    if result.answer is None:
        return _show_exports(visit, result, given | {"mode": "test" if test else "live"})
    asked = export_books.parse(given | {"test": test})

    async def read(page: ReadExport) -> ExportRows:
        return await visit.ask(read_export, page)

    name = f"{asked.dataset}-{asked.first}-{asked.last}{'-test' if test else ''}.{asked.format}"
    return StreamingResponse(
        write_export(asked, result.answer.columns, read), 200, _download(name), MEDIA_TYPES[asked.format]
    )


def _show_exports(visit: Visit, result: FormResult[Any], given: dict[str, str]) -> Response:
    first = visit.now.date().replace(day=1)
    before = first - timedelta(days=1)
    usual = {"dataset": "documents", "format": "csv", "first": str(before.replace(day=1)), "last": str(before)}
    return visit.show(
        "admin/exports.html",
        status=result.status,
        private=True,
        datasets=DATASETS,
        given=usual | {"mode": "live"} | given,
        result=result,
    )


def _wants_test(visit: Visit) -> bool:
    return visit.query.get("mode") == "test"


def _periods(visit: Visit) -> list[str]:
    """Suggested periods: recent quarters, then the last six months."""
    today: date = visit.now.date()
    months = [today.replace(day=1)]
    while len(months) < 6:
        months.append((months[-1] - timedelta(days=1)).replace(day=1))
    return [*recent_quarters(today), *(f"{month.year}-{month.month:02d}" for month in months)]


def _format(visit: Visit) -> Format | None:
    """The file format in the query; None to show the page."""
    return next((each for each in MEDIA_TYPES if each == visit.query.get("format")), None)


def _send(text: str, name: str, kind: Format) -> Response:
    return Response(text, 200, _download(f"{name}.{kind}"), MEDIA_TYPES[kind])


def _download(name: str) -> dict[str, str]:
    return {"Cache-Control": "no-store", "Content-Disposition": f'attachment; filename="{name}"'}
