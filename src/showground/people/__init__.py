"""Founders and their interviews."""

from showground.people.models import Answer
from showground.people.store import (
    NewFounder,
    add_answers,
    add_founders,
    add_questions,
    find_free_slugs,
    find_linked_founder,
    find_slugs,
    find_unknown_questions,
    get_interview,
    link_founder,
    set_answers,
)

__all__ = [
    "Answer",
    "NewFounder",
    "add_answers",
    "add_founders",
    "add_questions",
    "find_free_slugs",
    "find_linked_founder",
    "find_slugs",
    "find_unknown_questions",
    "get_interview",
    "link_founder",
    "set_answers",
]
