"""Founders and their interviews."""

from showground.people.store import NewFounder, add_answers, add_founders, add_questions

__all__ = ["NewFounder", "add_answers", "add_founders", "add_questions"]
