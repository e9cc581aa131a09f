"""Where drafts are made."""

from collections.abc import AsyncGenerator
from typing import Any

import pytest

from showground.drafting import verified
from tests.parts.studio import Scripted, Studio, running_studio


@pytest.fixture
async def studio(database_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[Studio]:
    """A directory with its cast, a website to read, and a drafter that proposes what the test says."""
    drafter = Scripted()

    def make(choice: Any) -> Scripted:
        assert choice is None
        return drafter

    monkeypatch.setattr(verified, "make_drafter", make)
    async with running_studio(database_url, drafter) as studio:
        yield studio
