"""Limits for questions and answers, and which questions wait for staff. Pure functions, no database."""

import re
from datetime import timedelta

from showground.core.calls.errors import InvalidValue
from showground.core.calls.rate_limits import Limit
from showground.core.languages import Text

# The same lengths as in a FAQ, so that an answer is adopted word for word.
MAX_QUESTION_LENGTH = 300
MAX_ANSWER_LENGTH = 1_500
MAX_FAQS = 10
MAX_ANSWERS = 5  # to one question
MAX_UNANSWERED = 3  # of one person about one listing
NEW_ACCOUNT = timedelta(days=7)
QUESTIONS = Limit("questions", 10, 3600)
ANSWERS = Limit("answers", 60, 3600)
REPORTS = Limit("reports", 20, 3600)  # together with reports of listings and reviews


def is_held(*, hold_first: bool, new_account: bool, shown_before: bool) -> bool:
    """Whether a question waits for staff: the first one of a new account, if staff have chosen so."""
    return hold_first and new_account and not shown_before


def tidy_question(text: str) -> str:
    """A question keeps its line breaks, and one blank line where it has several."""
    lines = "\n".join(one_line(line) for line in text.splitlines()).strip()
    if not lines:
        raise InvalidValue(Text("Write your question."))
    return re.sub(r"\n{3,}", "\n\n", lines)


def one_line(text: str) -> str:
    """A question where there is room for a line only, such as in a FAQ."""
    return " ".join(text.split())


def trim_answer(text: str) -> str:
    if not text.strip():
        raise InvalidValue(Text("Write your answer."))
    return text.strip()


def trim_report(text: str) -> str:
    if not text.strip():
        raise InvalidValue(Text("Describe what is wrong in a few words."))
    return text.strip()
