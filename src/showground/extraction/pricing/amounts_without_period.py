"""Decides whether amounts without a period are one-time prices of things that are bought or booked."""

import re
from collections.abc import Sequence

from showground.extraction.pricing.plan import Plan
from showground.extraction.pricing.plan_finder import PLAN_NAME, SKIPPED_MARKS
from showground.extraction.statements.money import is_per_use, recurs
from showground.extraction.statements.pricing_model import DAYS
from showground.extraction.subjects import Subjects

# How long something takes or lasts: `3 months`, but not `per 3 months`.
DURATION = re.compile(
    rf"(?<![/\w])(?<!per )(?<!every )(?:\d[\d.,]*\s?[-–]\s?)?\d[\d.,]*[- ]?{DAYS}(?!\w)", re.IGNORECASE
)
# A price per square metre or kilogram says how the total is measured, not that it is paid once.
PER_UNIT = re.compile(
    r"\d\S{0,4}\s*(?:€|\$|£|zł|chf|eur|usd|kr|₺|₽)?\s*(?:/|\b(?:per|pro|par|por|al|je|za|за|na|/)\b)\s*"
    r"(?:m²|m2|qm|sqm|sq\.? ?(?:m|ft|feet)|quadratmeter|mètre carré|metro (?:cuadrado|quadrado|quadro)|vierkante meter"
    r"|metr kwadratowy|кв\.? ?м|м²|square (?:met(?:er|re)|foot)|m³|m3|kg|kilo\w*|km|kilomet\w+|lit(?:er|re|ro)|hectare"
    r"|hektar|kwh|kwp|laufmeter|lfm)(?!\w)",
    re.IGNORECASE,
)
# Things that are booked or hired, and paid for each time: `Book now`, `for hire`.
BOOKED = re.compile(
    r"\b(?:book (?:now|online|your|a|an)|for (?:rent|hire)|rent(?:al|ing)|hire|(?:jetzt|online|termin) buchen"
    r"|(?:ver)?mieten|mietpreise?|réserver|location de|alquil(?:er|ar)|reserv[ae]r?|alug(?:uel|ar)|noleggi\w+"
    r"|prenota\w*|huren|boeken|wynajem|rezerw\w+|аренд\w+|запис(?:ь|аться)|забронировать|kirala\w+|randevu)\b"
    r"|予約|预订|預約|예약|대여",
    re.IGNORECASE,
)


def has_no_periods(subjects: Subjects) -> bool:
    """Whether nothing among the prices says that they are paid repeatedly, per use or per unit."""
    among = [
        block.text
        for page, block in subjects.site.statements("pricing", "home", skip=SKIPPED_MARKS - {"faq"})
        if page.kind == "pricing" or "pricing" in block.marks
    ]
    return bool(among) and not any(
        recurs(DURATION.sub(" ", text)) or is_per_use(text) or PER_UNIT.search(text) for text in among
    )


def sells_things(subjects: Subjects, plans: Sequence[Plan]) -> bool:
    """Whether the amounts are prices of several things, or of something that is booked or hired.

    Otherwise a single amount, or plans called `Basic` and `Pro`, may be paid monthly as well as once.
    """
    paid = [plan for plan in plans if plan.price and not plan.price.is_zero]
    if len(paid) > 1 and not any(PLAN_NAME.match(plan.name) for plan in paid):
        return True
    return any(
        BOOKED.search(block.text) for _, block in subjects.site.statements("pricing", "home", skip=SKIPPED_MARKS)
    )
