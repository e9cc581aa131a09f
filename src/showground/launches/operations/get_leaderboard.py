"""Get a leaderboard."""

from typing import Annotated, get_args

from pydantic import AfterValidator, Field

from showground.core.calls import field_errors
from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, operation
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.calls.input_text import accepts
from showground.core.calls.models import Encoded
from showground.core.calls.paging import Paged
from showground.core.languages import EnglishText, sentences
from showground.launches import rules
from showground.launches.errors import NoSuchBoard
from showground.launches.models import BoardHead, BoardName, Leaderboard
from showground.launches.queries import leaderboards
from showground.listings import public_profiles

BOARDS: tuple[BoardName, ...] = get_args(BoardName)
WEEKLY = "community-weekly"
NAMED = ("this", "last")
DISCLOSURE = (
    "This is a paid ranking: listings are ordered by the money contributed for their place. It does not"
    " reflect votes or quality."
)


@accepts(rules.week_pattern(*NAMED))
def _check(week: str | None) -> str | None:
    return None if week is None else rules.check_week(week, *NAMED)


class GetLeaderboard(Paged):
    board: Annotated[
        str,
        Field(
            description="`community-weekly`: a week's launches by votes cast that week. `community-all-time`: live"
            " listings by all votes. `billboard`: a paid ranking by money contributed. `domain-rating`: by a"
            " third-party metric of website authority. `revenue`: as stated by owners.",
            examples=["community-weekly"],
        ),
    ]
    week: Annotated[
        str | None,
        Field(
            max_length=10,
            description="For `community-weekly` only: `this` (the default), `last`, or a date (YYYY-MM-DD) in it.",
            examples=["last"],
        ),
        AfterValidator(_check),
    ] = None


async def judge(ctx: Context, input: GetLeaderboard) -> list[FieldError]:  # noqa: ARG001 - both are in the input
    if input.week is None or input.board not in BOARDS or input.board == WEEKLY:
        return []
    return [FieldError(field="week", message=EnglishText("Only community-weekly takes a week. Remove this parameter."))]


@operation(
    "GET /leaderboards/{board}",
    scope=PUBLIC,
    cache_tags=("launches", "listings", "billboard"),
    judge=judge,
    errors=(NoSuchBoard,),
)
async def get_leaderboard(ctx: Context, input: GetLeaderboard) -> Encoded[Leaderboard]:
    """Get a leaderboard.

    Always present the billboard as paid, with its `disclosure`.
    """
    if input.board not in BOARDS:
        raise NoSuchBoard(sentences(NoSuchBoard.sentence(), field_errors.suggest(input.board, BOARDS)))
    board = input.board
    if wrong := await judge(ctx, input):
        raise InvalidInput(errors=wrong)
    week = rules.read_week(input.week or "this", ctx.now) if board == WEEKLY else None
    found = await leaderboards.find_board(ctx.db, board, week, rules.this_week(ctx.now), input)
    head = BoardHead(board=board, week=week, disclosure=DISCLOSURE if board == "billboard" else None)
    return Encoded(public_profiles.present(f"{head.model_dump_json()[:-1]},{found.page(input)}}}", ctx.site))
