"""Edit a draft."""

from showground.accounts import LISTINGS_WRITE
from showground.categories import category_tree
from showground.core.calls.context import Context, PrepareContext
from showground.core.calls.declare import operation
from showground.core.calls.errors import FieldError, InvalidInput
from showground.drafting import presentation, redraft_fields, rules
from showground.drafting.draft_changes import save_changes
from showground.drafting.edits import DraftEdits
from showground.drafting.errors import NoSuchDraft
from showground.drafting.models import Draft, DraftId
from showground.drafting.queries import drafts
from showground.drafting.rules import Redraft


class UpdateDraft(DraftEdits):
    id: DraftId


async def redraft(outside: PrepareContext, input: UpdateDraft) -> Redraft | None:
    """Draft the named fields again, if any were named."""
    return await redraft_fields.redraft(outside, input.id, input.regenerate) if input.regenerate else None


async def read_draft(ctx: Context, input: UpdateDraft) -> Draft:
    return await presentation.present(ctx.db, input.id, ctx.account, ctx.site)


async def judge(ctx: Context, input: UpdateDraft) -> list[FieldError]:
    await drafts.get(ctx.db, input.id, ctx.account)
    return rules.find_errors(input, *await _read_categories(ctx))


async def _read_categories(ctx: Context) -> tuple[dict[str, str], dict[str, str]]:
    """The names of all categories: by their folded names, and by their slugs."""
    found = await category_tree.read_categories(ctx.db)
    by_name = {category.name.casefold(): category.name for category in found}
    return by_name, {category.slug: category.name for category in found}


@operation(
    "PATCH /drafts/{id}",
    scope=LISTINGS_WRITE,
    idempotent=True,
    prepare=redraft,
    judge=judge,
    current=read_draft,
    errors=(NoSuchDraft,),
)
async def update_draft(ctx: Context, input: UpdateDraft, redraft: Redraft | None) -> Draft:
    """Edit a draft.

    Send only what changes. Either all changes are applied or none. They are applied in this order: `restore`, the
    values you set, `regenerate`, `lock_fields`. If the draft was already submitted, its listing is updated too.
    """
    draft = await drafts.get(ctx.db, input.id, ctx.account, lock=True)
    categories, names_by_slug = await _read_categories(ctx)
    if errors := rules.find_errors(input, categories, names_by_slug):
        raise InvalidInput(errors=errors)
    entries, notes = rules.apply(draft.entries, input, categories, redraft)
    competitor = draft.competitor_url
    if "competitor_url" in input.model_fields_set:
        competitor = input.competitor_url.strip() or None
    await save_changes(ctx, draft, entries, competitor, notes)
    return await read_draft(ctx, input)
