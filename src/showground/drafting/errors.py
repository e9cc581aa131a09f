"""Errors about drafts."""

from showground.core.calls.errors import ApiError, NotFound


class NoSuchDraft(NotFound):
    """You have no draft with this id. Call list_drafts to see your drafts."""


class DraftNotReady(ApiError):
    """The website is still being read. Get the draft every few seconds, and submit it when its status is `ready`."""


class DraftIncomplete(ApiError):
    """The draft is missing something that a listing needs. Fill in the fields in `errors`, then submit it again."""


class AlreadyListed(ApiError):
    """Another listing already has this website's domain. If the product is yours, claim that listing."""


class NotYourListing(ApiError):
    """The listing created from this draft now belongs to someone else, so the draft can no longer change it."""


class TooManyInvites(ApiError):
    """You have already used all 10 invites of this draft or listing."""


class NoSuchInvite(NotFound):
    """This invitation is not valid: it was already used, it has expired, or the link is incomplete. Ask for a new
    one."""


class ReadTooSoon(ApiError):
    """A website is read at most once an hour. Try again later."""
