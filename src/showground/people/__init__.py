"""Founders and their interviews."""

from showground.people.store import NamedFounder, NewFounder, add_answers, add_founders, add_questions, place_founders

__all__ = ["NamedFounder", "NewFounder", "add_answers", "add_founders", "add_questions", "place_founders"]
