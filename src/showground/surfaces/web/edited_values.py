"""The stored values that a form changes.

A form carries their version in the hidden field `opened` (the macro in `_form.html`). If someone saved other values in
the meantime, saving the form would undo that unseen: it is refused once, with what was typed still in the form.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha1
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from showground.core.calls.action import Action, I
from showground.core.calls.expected_version import ExpectedVersion
from showground.core.calls.models import Encoded
from showground.surfaces.web.forms import Form, FormResult

OPENED = "opened"

M = TypeVar("M", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class EditedValues(Generic[I, M]):
    read: "Action[I, M] | Action[I, Encoded[M]]"
    input: I
    select: Callable[[M], Any]  # of what was read, what the form changes

    def version(self, stored: M, form: Form, result: FormResult[Any]) -> str:
        """What the form carries. One that is shown again keeps what it was opened with, unless it was refused for that:
        then the person has been told of the newer values."""
        opened = form.get(OPENED, "")
        return opened if opened and not result.outdated else self._current(stored)

    def _current(self, stored: M) -> str:
        return version_of(self.select(stored))

    def expected_by(self, form: Form) -> ExpectedVersion[I, M] | None:
        """None for a form that does not say what it was opened with."""
        opened = form.get(OPENED, "")
        return ExpectedVersion(self.read, self.input, self._current, opened) if opened else None


def version_of(values: Any) -> str:
    return sha1(json.dumps(values, sort_keys=True, default=str).encode(), usedforsecurity=False).hexdigest()[:20]
