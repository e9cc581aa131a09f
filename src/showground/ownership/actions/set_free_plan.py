"""Set what the free plan offers."""

from typing import Annotated

from pydantic import BaseModel, Field, model_validator

from showground.core.context import Context
from showground.core.operation import STAFF, Input, action
from showground.ownership import store
from showground.ownership.rules import FreePlan


class SetFreePlan(Input):
    first_week: Annotated[int, Field(ge=1, le=52)]
    last_week: Annotated[int, Field(ge=1, le=52)]
    places: Annotated[int, Field(ge=0, le=10_000)]

    @model_validator(mode="after")
    def _in_order(self) -> "SetFreePlan":
        if self.last_week < self.first_week:
            raise ValueError("The last week comes before the first.")
        return self


class FreePlanSettings(BaseModel):
    """How many weeks ahead the free plan offers, and how many places each week has."""

    first_week: int
    last_week: int
    places: int


@action(scope=STAFF)
async def set_free_plan(ctx: Context, input: SetFreePlan) -> FreePlanSettings:
    """Set how many weeks ahead the free plan offers, and the places of a week; places that were given stay."""
    await store.set_free_plan(ctx.db, FreePlan(input.first_week, input.last_week, input.places))
    return FreePlanSettings(**input.model_dump())


class GetFreePlan(Input):
    """Nothing is asked for."""


@action(scope=STAFF, read_only=True)
async def get_free_plan(ctx: Context, input: GetFreePlan) -> FreePlanSettings:  # noqa: ARG001
    """Read what the free plan offers."""
    plan = await store.get_free_plan(ctx.db)
    return FreePlanSettings(first_week=plan.first_week, last_week=plan.last_week, places=plan.places)
