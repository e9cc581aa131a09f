"""The logo of a draft: choose one of the pictures that the site offers, or upload one."""

from showground.core.calls.context import Context, PrepareContext
from showground.core.calls.declare import PERSON, action
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.drafting import rules
from showground.drafting.draft_changes import save_changes
from showground.drafting.edits import DraftEdits, DraftFieldEdits
from showground.drafting.errors import DraftNotReady, NoSuchDraft
from showground.drafting.fields import NOTHING, DraftField, value_of
from showground.drafting.models import DraftId
from showground.drafting.queries import drafts
from showground.drafting.queries.drafts import DraftRow
from showground.extraction.proposal import Drafted
from showground.listings import logos
from showground.ownership import (
    LOGO_UPLOADS,
    LogoChoices,
    LogoFileName,
    LogoRefused,
    find_choice,
    list_choices,
    make_logo,
)


class ListDraftLogos(Input):
    id: DraftId


@action(scope=PERSON, read_only=True, errors=(NoSuchDraft,))
async def list_draft_logos(ctx: Context, input: ListDraftLogos) -> LogoChoices:
    """List the pictures that can be the logo of your draft: those of the site, likeliest first, then uploads."""
    return await _show(ctx, await drafts.get(ctx.db, input.id, ctx.account))


class UploadDraftLogo(Input):
    """A file as the browser sent it."""

    id: DraftId
    content: bytes


async def prepare(outside: PrepareContext, input: UploadDraftLogo) -> bytes:
    async with outside.reading() as db:
        await drafts.get(db, input.id, outside.account)
    return await make_logo(input.content, outside.owner)


class LogoSaved(DataModel):
    """The draft's logo, as its field `logo_url` has it."""

    logo_url: str | None


@action(scope=PERSON, prepare=prepare, limit=LOGO_UPLOADS, errors=(NoSuchDraft, DraftNotReady, LogoRefused))
async def upload_draft_logo(ctx: Context, input: UploadDraftLogo, made: bytes) -> LogoSaved:
    """Upload a picture as the logo of your draft. We re-encode it, so nothing else of the file is stored."""
    draft = await _lock(ctx, input.id)
    file = await logos.add_to_draft(ctx.db, draft.id, made, ctx.now, account=ctx.account)
    saved = await _type(ctx, draft, ctx.site.url + file.path)
    await logos.delete_old_uploads(ctx.db, file.path, draft=draft.id)
    return saved


class ChooseDraftLogo(Input):
    """The name of one of the pictures; null for no logo."""

    id: DraftId
    name: LogoFileName | None


@action(scope=PERSON, errors=(NoSuchDraft, DraftNotReady, LogoRefused))
async def choose_draft_logo(ctx: Context, input: ChooseDraftLogo) -> LogoSaved:
    """Make one of the pictures the logo of your draft, or remove its logo. A picture of the site keeps its quotes."""
    draft = await _lock(ctx, input.id)
    if input.name is None:
        return await _type(ctx, draft, None)
    file = find_choice(await logos.list_of_draft(ctx.db, draft.id), input.name)
    if file.source_url is None:
        return await _type(ctx, draft, ctx.site.url + file.path)
    candidates = [Drafted.model_validate(candidate) for candidate in draft.logo_candidates]
    chosen = next((each for each in candidates if each.value == file.source_url), None)
    return await _save(ctx, draft, choose(draft.entries.get("logo_url", NOTHING), file.source_url, chosen))


def choose(entry: DraftField, url: str, chosen: Drafted | None) -> DraftField:
    """The field with a picture of the site, which is as if the drafter had found it if it did."""
    quotes = chosen.quotes if chosen else []
    drafted = entry.original is not None and entry.original.value == url
    state = "override" if entry.state == "override" else "ai" if drafted else "edited" if entry.original else "manual"
    return entry.model_copy(update={"value": url, "state": state, "evidence": quotes})


async def _lock(ctx: Context, id: DraftId) -> DraftRow:
    draft = await drafts.get(ctx.db, id, ctx.account, lock=True)
    if draft.status != "ready":
        raise DraftNotReady
    return draft


async def _type(ctx: Context, draft: DraftRow, url: str | None) -> LogoSaved:
    edited, _ = rules.apply(draft.entries, DraftEdits(fields=DraftFieldEdits(logo_url=url)), {}, None)
    return await _save(ctx, draft, edited["logo_url"])


async def _save(ctx: Context, draft: DraftRow, entry: DraftField) -> LogoSaved:
    await save_changes(ctx, draft, {**draft.entries, "logo_url": entry}, draft.competitor_url)
    return LogoSaved(logo_url=entry.value)


async def _show(ctx: Context, draft: DraftRow) -> LogoChoices:
    order = [candidate["value"] for candidate in draft.logo_candidates]
    files = sorted(
        await logos.list_of_draft(ctx.db, draft.id),
        key=lambda file: order.index(file.source_url) if file.source_url in order else len(order),
    )
    return list_choices(files, value_of(draft.entries, "logo_url"), ctx.site)
