"""What holds for those who own a listing: pure, time is an argument."""

from dataclasses import dataclass

from showground.catalog import Owned

SECTIONS = ("media", "milestones", "story")  # what a paid launch unlocks


@dataclass(frozen=True, slots=True)
class Step:
    """What to do next, and on which page of the site."""

    code: str
    sentence: str
    page: str


def next_steps(listing: Owned) -> list[Step]:
    """What the owner of a listing does next, the most important first."""
    page = f"/dashboard/listings/{listing.id}"
    match listing.status:
        case "draft":
            return [
                Step("choose_free_plan", "Publish it free: our badge on your homepage, and a launch week.", page),
                Step("order_launch", "Or order a launch: live at once, or in a week you choose.", f"{page}/launch"),
            ]
        case "awaiting_badge":
            return [
                Step("embed_badge", f"Put the badge on the homepage of {listing.domain}, linked as given.", page),
                Step("skip_queue", "Or choose an earlier week with an order.", f"{page}/launch"),
            ]
        case "scheduled":
            return [Step("wait_for_week", f"It goes live on {listing.launch_week}, 00:00 UTC.", page)]
        case "live":
            steps = [Step("post_update", "Tell your followers what is new.", f"{page}/updates")]
            if listing.plan != "paid":
                steps.append(
                    Step("unlock_sections", "Order a launch to show story, milestones and media.", f"{page}/launch")
                )
            return steps
        case "suspended":
            return [Step("write_to_staff", "Staff have suspended this listing; write to them about it.", "/abuse")]
        case "withdrawn":
            return [Step("publish_again", "You have withdrawn it; you may publish it again.", page)]
