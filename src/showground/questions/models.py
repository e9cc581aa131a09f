"""Questions and answers as people and staff see them."""

from datetime import datetime
from typing import Literal

from showground.core.calls.paging import Page
from showground.core.data_model import DataModel

QuestionState = Literal["visible", "held", "hidden", "removed"]
AnswerState = Literal["visible", "hidden"]


class PublicAnswer(DataModel):
    """A maker's answer; `by` is null once the account is deleted."""

    id: int
    body: str
    at: datetime
    by: str | None


class PublicQuestion(DataModel):
    """A question with its answers. `body` is null if it was removed and only its answers are shown."""

    id: int
    body: str | None
    at: datetime
    by: str | None
    update_id: int | None
    update_title: str | None
    held: bool  # only its author sees it until staff approve it
    own: bool  # asked by the person who reads it
    answers: list[PublicAnswer]


class PublicQuestions(Page[PublicQuestion]):
    """The questions about a listing or about one of its updates, newest first."""

    maker: bool  # whether the reader is one of the listing's makers
    update_title: str | None  # of the update that they are about


class RelatedQuestion(DataModel):
    """An answered question about a public listing."""

    id: int
    slug: str
    listing: str
    body: str


class RelatedQuestions(DataModel):
    items: list[RelatedQuestion]


class AskedQuestion(DataModel):
    """A question as it was saved."""

    id: int
    slug: str
    state: QuestionState


class WrittenAnswer(DataModel):
    """An answer as it was saved."""

    id: int
    question_id: int
    slug: str


class RemovedPost(DataModel):
    """A question or answer was removed."""

    id: int
    slug: str


class QuestionReported(DataModel):
    """A report to the site team."""

    id: int
    slug: str


class QuestionPolicy(DataModel):
    """Whether the first question of a new account waits for staff."""

    hold_first: bool


class ModeratedQuestion(DataModel):
    """A question's new state."""

    id: int
    slug: str
    state: QuestionState


class ModeratedAnswer(DataModel):
    """An answer's new state."""

    id: int
    slug: str
    state: AnswerState


class StaffAnswer(DataModel):
    """An answer, visible or hidden."""

    id: int
    body: str
    state: AnswerState
    at: datetime
    author: str | None


class StaffListingQuestion(DataModel):
    """A question in any state, with all of its answers."""

    id: int
    slug: str
    listing: str
    author: str | None
    body: str
    state: QuestionState
    at: datetime
    reports: int
    answers: list[StaffAnswer]


class OpenQuestionReport(DataModel):
    """An unresolved report; the answer is null if it is about the question."""

    id: int
    slug: str
    listing: str
    reason: str
    body: str
    at: datetime
    reporter: str
    email: str
    question: int
    question_body: str
    question_state: QuestionState
    question_author: str | None
    answer: int | None
    answer_body: str | None
    answer_state: AnswerState | None


class MyQuestion(DataModel):
    """A question that a person asked, and how many answers it has."""

    id: int
    slug: str
    listing: str
    body: str
    at: datetime
    answers: int


class MyQuestions(DataModel):
    items: list[MyQuestion]
