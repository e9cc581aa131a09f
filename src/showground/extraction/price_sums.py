"""Whether amounts without a period are what things cost, each time that somebody buys or books one."""

import re
from collections.abc import Sequence

from showground.extraction.plan_finder import PLAN_NAME, SKIP
from showground.extraction.price_plan import Plan
from showground.extraction.statements.money import is_per_use, recurs
from showground.extraction.statements.pricing_model import DAYS
from showground.extraction.subjects import Subjects

# How long something takes or lasts, such as `3 months`, is not how often one pays.
DURATION = re.compile(
    rf"(?<![/\w])(?<!per )(?<!every )(?:\d[\d.,]*\s?[-–]\s?)?\d[\d.,]*[- ]?{DAYS}(?!\w)", re.IGNORECASE
)
# A price for each square metre, kilogram or piece says how it is measured, not that one pays it once.
PER_UNIT = re.compile(
    r"\d\S{0,4}\s*(?:€|\$|£|zł|chf|eur|usd|kr|₺|₽)?\s*(?:/|\b(?:per|pro|par|por|al|je|za|за|na|/)\b)\s*"
    r"(?:m²|m2|qm|sqm|sq\.? ?(?:m|ft|feet)|quadratmeter|mètre carré|metro (?:cuadrado|quadrado|quadro)|vierkante meter"
    r"|metr kwadratowy|кв\.? ?м|м²|square (?:met(?:er|re)|foot)|m³|m3|kg|kilo\w*|km|kilomet\w+|lit(?:er|re|ro)|hectare"
    r"|hektar|kwh|kwp|laufmeter|lfm)(?!\w)",
    re.IGNORECASE,
)
# Verbs for getting something that is paid for each time: to book, to hire.
BOOKED = re.compile(
    r"\b(?:book (?:now|online|your|a|an)|for (?:rent|hire)|rent(?:al|ing)|hire|(?:jetzt|online|termin) buchen"
    r"|(?:ver)?mieten|mietpreise?|réserver|location de|alquil(?:er|ar)|reserv[ae]r?|alug(?:uel|ar)|noleggi\w+"
    r"|prenota\w*|huren|boeken|wynajem|rezerw\w+|аренд\w+|запис(?:ь|аться)|забронировать|kirala\w+|randevu)\b"
    r"|予約|预订|預約|예약|대여",
    re.IGNORECASE,
)


def is_list_of_sums(subjects: Subjects) -> bool:
    """Whether nothing among the prices says that they are paid again: then each is what something costs once."""
    among = [
        block.text
        for page, block in subjects.site.statements("pricing", "home", skip=SKIP - {"faq"})
        if page.kind == "pricing" or "pricing" in block.marks
    ]
    return bool(among) and not any(
        recurs(DURATION.sub(" ", text)) or is_per_use(text) or PER_UNIT.search(text) for text in among
    )


def sells_things(subjects: Subjects, plans: Sequence[Plan]) -> bool:
    """Whether the amounts are what several things cost. One amount alone, or plans called `Basic` and `Pro`, may be for
    a month or for ever, unless one books or hires them."""
    paid = [plan for plan in plans if plan.price and not plan.price.is_zero]
    if len(paid) > 1 and not any(PLAN_NAME.match(plan.name) for plan in paid):
        return True
    return any(BOOKED.search(block.text) for _, block in subjects.site.statements("pricing", "home", skip=SKIP))
