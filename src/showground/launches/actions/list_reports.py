"""Look through what people reported, and settle it."""

from pydantic import BaseModel

from showground.core.context import Context
from showground.core.operation import STAFF, Input, action
from showground.launches import reports
from showground.launches.failures import NoSuchReport
from showground.launches.reports import OpenReport

MOST = 200


class ListReports(Input):
    """Nothing is asked for."""


class Reports(BaseModel):
    """The oldest first, at most 200."""

    items: list[OpenReport]


@action(scope=STAFF, read_only=True)
async def list_reports(ctx: Context, input: ListReports) -> Reports:  # noqa: ARG001
    """List the reports of listings and reviews that nobody has settled."""
    return Reports(items=await reports.list_open(ctx.db, MOST))


class SettleReport(Input):
    report_id: int


class ReportSettled(BaseModel):
    """A report that was dealt with."""

    report_id: int


@action(scope=STAFF, failures=(NoSuchReport,))
async def settle_report(ctx: Context, input: SettleReport) -> ReportSettled:
    """Note that staff have dealt with a report."""
    if not await reports.settle(ctx.db, input.report_id, ctx.access.account if ctx.access else None, ctx.now):
        raise NoSuchReport
    return ReportSettled(report_id=input.report_id)
