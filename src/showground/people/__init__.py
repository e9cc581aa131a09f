"""Founders and their interviews."""

from showground.people.models import InterviewAnswer
from showground.people.queries.founders import (
    NamedFounder,
    NewFounder,
    add_founders,
    delete_founders_without_listing,
    find_founders,
    find_free_slugs,
    find_linked_founder,
    find_slugs,
    link_founder,
    place_founders,
    set_socials,
    unlink_founder,
)
from showground.people.queries.interviews import (
    add_answers,
    add_questions,
    find_unknown_questions,
    get_interview,
    set_answers,
)
from showground.people.queries.pictures import find_picture_file, find_picture_path, remove_picture, set_picture
from showground.people.queries.questions import delete_unanswered

__all__ = [
    "InterviewAnswer",
    "NamedFounder",
    "NewFounder",
    "add_answers",
    "add_founders",
    "add_questions",
    "delete_founders_without_listing",
    "delete_unanswered",
    "find_founders",
    "find_free_slugs",
    "find_linked_founder",
    "find_picture_file",
    "find_picture_path",
    "find_slugs",
    "find_unknown_questions",
    "get_interview",
    "link_founder",
    "place_founders",
    "remove_picture",
    "set_answers",
    "set_picture",
    "set_socials",
    "unlink_founder",
]
