"""Reviews: genuine ones only, one for each person, and only visible ones count."""

from typing import Any

import pytest
from pydantic import ValidationError

from showground.core.calls.errors import InsufficientScope
from showground.launches.actions.reviews import (
    DeleteReview,
    HideReview,
    WriteReview,
    delete_review,
    hide_review,
    write_review,
)
from showground.launches.errors import NoSuchReview, NotLiveYet, OwnListing
from showground.launches.vote_and_review_models import DeletedReview, Review
from tests.support.launch_world import NEXT_MONDAY, Fair

pytestmark = pytest.mark.anyio


async def write(fair: Fair, person: int, stars: int, body: str = "Good jam.", slug: str = "quince") -> Review:
    return await fair.world.dispatcher.call(
        write_review, fair.person(person), WriteReview(slug=slug, stars=stars, body=body)
    )


async def delete(fair: Fair, person: int) -> DeletedReview:
    return await fair.world.dispatcher.call(delete_review, fair.person(person), DeleteReview(slug="quince"))


async def rating(fair: Fair) -> Any:
    return (await fair.get("/listings/quince"))["rating"]


async def test_the_mean_follows_every_change(fair: Fair) -> None:
    await fair.add("quince")
    one, other = await fair.add_people(2)
    assert await rating(fair) is None
    await write(fair, one, 5)
    await write(fair, other, 2, "  Too sweet. ")
    assert await rating(fair) == {"average": 3.5, "count": 2}
    fair.world.clock.move(hours=1)
    again = await write(fair, other, 4, "Better now.")
    assert (again.body, again.state, again.at) == ("Better now.", "visible", fair.world.clock())
    assert await rating(fair) == {"average": 4.5, "count": 2}
    assert await delete(fair, one) == DeletedReview(slug="quince", deleted=True)
    assert await delete(fair, one) == DeletedReview(slug="quince", deleted=False)
    assert await rating(fair) == {"average": 4.0, "count": 1}


async def test_a_hidden_review_does_not_count_and_stays_hidden(fair: Fair) -> None:
    await fair.add("quince")
    one, other, staff = await fair.add_people(3)
    dispatcher = fair.world.dispatcher
    bad = await write(fair, one, 1, "Rude words.")
    await write(fair, other, 5)
    hidden = await dispatcher.call(hide_review, fair.staff(staff), HideReview(review_id=bad.id))
    assert (hidden.state, hidden.body) == ("hidden", "Rude words.")
    assert await rating(fair) == {"average": 5.0, "count": 1}
    assert (await write(fair, one, 1, "Rude again.")).state == "hidden"
    assert (await delete(fair, one)).deleted
    assert await fair.ask("select body from review where account_id = %s", one) == [("",)]
    assert (await write(fair, one, 1, "And again.")).state == "hidden"
    assert await rating(fair) == {"average": 5.0, "count": 1}
    shown = await dispatcher.call(hide_review, fair.staff(staff), HideReview(review_id=bad.id, hidden=False))
    assert shown.state == "visible"
    assert await rating(fair) == {"average": 3.0, "count": 2}
    assert await fair.ask("select moderated_by from review where account_id = %s", one) == [(staff,)]


async def test_only_staff_hide_reviews(fair: Fair) -> None:
    await fair.add("quince")
    one, other = await fair.add_people(2)
    review = await write(fair, one, 3)
    with pytest.raises(InsufficientScope):
        await fair.world.dispatcher.call(hide_review, fair.person(other), HideReview(review_id=review.id))
    with pytest.raises(NoSuchReview):
        await fair.world.dispatcher.call(hide_review, fair.staff(other), HideReview(review_id=review.id + 1))


async def test_who_belongs_to_a_listing_does_not_review_it(fair: Fair) -> None:
    owner, invited = await fair.add_people(2)
    await fair.add("quince", members={owner: "owner", invited: "cofounder"})
    for member in (owner, invited):
        with pytest.raises(OwnListing):
            await write(fair, member, 5)
    assert await rating(fair) is None


async def test_what_waits_for_its_launch_is_not_reviewed(fair: Fair) -> None:
    await fair.add("quince", NEXT_MONDAY, status="scheduled")
    [person] = await fair.add_people(1)
    with pytest.raises(NotLiveYet):
        await write(fair, person, 5)


@pytest.mark.parametrize(
    ("stars", "body"), [(0, "x"), (6, "x"), (3, ""), (3, " \n "), (3, "x" * 4_001)], ids=lambda value: str(value)[:4]
)
def test_stars_are_one_to_five_and_words_are_needed(stars: int, body: str) -> None:
    with pytest.raises(ValidationError):
        WriteReview(slug="quince", stars=stars, body=body)
