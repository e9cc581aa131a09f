"""What went wrong while a site was read or drafted is stored in English, and shown in the reader's language."""

import pytest

from showground.core.fetch import FetchFailed
from showground.core.languages import StoredSentences, in_language
from showground.drafting import STORED_PROBLEMS
from showground.drafting.draft_job import FAILED, OVER_LIMITS
from showground.drafting.listing_mapping import UNFIT
from showground.drafting.personal_data import STOPPED
from showground.extraction.reading.page_check import MESSAGES
from showground.extraction.reading.site import STATUSES
from tests.support.german import GERMAN

STORED = StoredSentences(STORED_PROBLEMS)
PAGE = "https://tidewater.example/pricing"
ON_THIS_PAGE = [sentence.format(PAGE) for sentence in MESSAGES.values()]
ANSWERED = [f"{PAGE}: the site {said} (status {status})." for status, (_, said) in STATUSES.items()]
UNREACHED = [f"{PAGE}: {kind.sentence()}" for kind in FetchFailed.__subclasses__()]
OURS = [problem.detail for problem in (FAILED, OVER_LIMITS, STOPPED)]
LEFT_BLANK = [f"`founded_year`: {objection}, so the listing leaves it blank." for objection in UNFIT.values()]


@pytest.mark.parametrize("stored", [*ON_THIS_PAGE, *ANSWERED, *UNREACHED, *OURS, *LEFT_BLANK])
def test_every_problem_is_shown_in_german(stored: str) -> None:
    assert STORED.show(stored) == stored
    with in_language(GERMAN):
        shown, repeated = STORED.show(stored), STORED.show(f"{stored} The same applies to 3 more.")
    assert shown.removeprefix(PAGE) != stored.removeprefix(PAGE)
    assert repeated == f"{shown} Dasselbe gilt für 3 weitere Seiten."
