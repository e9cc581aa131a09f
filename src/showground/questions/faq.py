"""A listing's FAQ: adopting an answer as an entry, and taking the mark off an entry whose answer is gone."""

from datetime import datetime
from typing import Any

from showground.core.calls.context import Context
from showground.core.database.pool import Connection
from showground.listings import edits
from showground.questions.errors import FaqFull
from showground.questions.queries.questions import FoundAnswer
from showground.questions.rules import MAX_FAQS, one_line

Entry = dict[str, Any]


async def adopt(db: Connection, listing: int, answer: FoundAnswer, by: edits.Editor, at: datetime) -> int | None:
    """Add an answer to the FAQ word for word, marked as stated by the maker. Adopting it twice changes nothing.

    Returns the number of the listing's new version, if there is one.
    """
    now = await edits.read_current(db, listing)
    entries: list[Entry] = now["faqs"] or []
    if any(_answer_of(entry) == answer.id for entry in entries):
        return None
    question = one_line(answer.question_body)
    new: Entry = {
        "question": question,
        "answer": answer.body,
        "stated_by_maker": {"answer_id": answer.id, "question_id": answer.question, "at": answer.at},
    }
    entries = [entry for entry in entries if entry["question"] != question]
    if len(entries) >= MAX_FAQS:
        raise FaqFull
    changed = {
        "faqs": [*entries, new],
        "not_found_on_website": [fact for fact in now["not_found_on_website"] if fact != "faqs"],
    }
    return await edits.edit(db, listing, changed, by, at)


async def drop_mark(ctx: Context, listing: int, answer: int) -> None:
    """Leave an entry in the FAQ, but no longer point to an answer that can't be read any more."""
    entries: list[Entry] = (await edits.read_current(ctx.db, listing))["faqs"] or []
    if not any(_answer_of(entry) == answer for entry in entries):
        return
    plain = [
        {"question": entry["question"], "answer": entry["answer"]} if _answer_of(entry) == answer else entry
        for entry in entries
    ]
    by = edits.Editor(ctx.access.account if ctx.access else None, ctx.surface)
    await edits.edit(ctx.db, listing, {"faqs": plain}, by, ctx.now)


def _answer_of(entry: Entry) -> int | None:
    stated: Entry | None = entry.get("stated_by_maker")
    return stated["answer_id"] if stated else None
