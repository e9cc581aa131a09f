"""Questions about listings, the makers' answers, and reports about both."""

from showground.questions.models import RelatedQuestion
from showground.questions.queries.questions import NewAnswer, NewQuestion, add_answers, add_questions

__all__ = ["NewAnswer", "NewQuestion", "RelatedQuestion", "add_answers", "add_questions"]
