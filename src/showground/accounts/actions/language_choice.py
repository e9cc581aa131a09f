"""The language in which a person gets emails."""

from typing import Annotated

from pydantic import Field

from showground.accounts.queries import accounts
from showground.core.calls.context import Context
from showground.core.calls.declare import PERSON, action
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.core.languages import Text


class LanguageChosen(DataModel):
    """None: the site's own language."""

    language: str | None


@action(scope=PERSON, read_only=True)
async def read_language(ctx: Context) -> LanguageChosen:
    """Show in which language you get emails."""
    return LanguageChosen(language=await accounts.get_language(ctx.db, ctx.account))


class ChooseLanguage(Input):
    language: Annotated[str, Field(max_length=20)]


@action(scope=PERSON)
async def choose_language(ctx: Context, input: ChooseLanguage) -> LanguageChosen:
    """Choose in which language you get emails."""
    found = ctx.site.languages.find(input.language)
    if found is None:
        raise InvalidInput(
            errors=[FieldError(field="language", message=Text("This site is not available in that language."))]
        )
    await accounts.set_language(ctx.db, ctx.account, found.code)
    return LanguageChosen(language=found.code)
