"""What to do next with a draft: tools with arguments that they take."""

from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest

from showground.drafting.edits import DraftEdits
from showground.drafting.next_steps import DraftFacts, next_steps
from showground.drafting.rules import WEIGHTS
from showground.registry import all_operations

ExpectedStep = tuple[str, str, dict[str, Any], tuple[str, ...]]
ID = "3f2b8c1e-5d0a-4f6e-9b7c-2a1d4e8f6c30"
READY = DraftFacts(id=UUID(ID), status="ready", required=[], recommended=[])
RECOMMENDED = ["logo_url", "founders", "faqs", "stage", "country", "city"]
OPERATIONS = {operation.name: operation for operation in all_operations()}


@pytest.mark.parametrize(
    ("facts", "steps"),
    [
        (replace(READY, status="crawling"), [("wait_for_draft", "get_draft", {"id": ID, "wait": 25}, ())]),
        (replace(READY, status="drafting"), [("wait_for_draft", "get_draft", {"id": ID, "wait": 25}, ())]),
        (
            replace(READY, required=["name", "categories"], recommended=RECOMMENDED),
            [("add_required", "update_draft", {"id": ID}, ("fields.name", "fields.categories"))],
        ),
        (READY, [("submit_draft", "submit_draft", {"id": ID}, ())]),
        (
            replace(READY, recommended=RECOMMENDED),
            [
                ("submit_draft", "submit_draft", {"id": ID}, ()),
                (
                    "add_recommended",
                    "update_draft",
                    {"id": ID},
                    ("fields.logo_url", "founders", "faqs", "fields.stage", "fields.country"),
                ),
            ],
        ),
        (
            replace(READY, listed_as="tidewater"),
            [("claim_listing", "create_claim", {"slug": "tidewater"}, ("method",))],
        ),
        (
            replace(READY, listed_as="tidewater", listed_id=12),
            [("edit_listing", "get_my_listing", {"listing_id": 12}, ())],
        ),
        (
            replace(READY, listing_id=12, recommended=RECOMMENDED),
            [("see_listing", "get_my_listing", {"listing_id": 12}, ())],
        ),
    ],
)
def test_each_state_has_its_steps(facts: DraftFacts, steps: list[ExpectedStep]) -> None:
    found = next_steps(facts)
    assert [(step.code, step.tool, step.arguments, step.needs) for step in found] == steps
    for step in found:
        assert step.tool is not None
        operation = OPERATIONS[step.tool]
        assert step.arguments.keys() | {need.partition(".")[0] for need in step.needs} <= operation.fields
        if not step.needs:
            assert operation.parse(step.arguments)


def test_whatever_is_missing_can_be_named_in_an_edit() -> None:
    steps = [step for name in WEIGHTS for step in next_steps(replace(READY, required=[name]))]
    fields = type(DraftEdits().fields).model_fields
    for step in steps:
        (need,) = step.needs
        part, _, field = need.partition(".")
        assert part in DraftEdits.model_fields
        assert not field or field in fields
