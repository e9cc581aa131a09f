"""What can go wrong with drafts."""

from showground.core.calls.errors import ApiError, NotFound


class NoSuchDraft(NotFound):
    """You have no draft with this id. The list of your drafts shows those that you have."""


class DraftNotReady(ApiError):
    """The site is still being read. Ask for the draft every few seconds and submit it when its status is `ready`."""


class DraftIncomplete(ApiError):
    """The draft lacks something that a listing needs; `errors` names it. Fill it in, then submit again."""


class AlreadyListed(ApiError):
    """Another listing has this website's domain. If the product is yours, claim that listing."""


class NotYourListing(ApiError):
    """The listing that this draft became belongs to somebody else now, so the draft no longer changes it."""


class TooManyInvites(ApiError):
    """A draft or a listing takes at most 10 invites, and this one has had them."""


class NoSuchInvite(NotFound):
    """This invitation does not work: it was used, it has expired, or its link is cut short. Ask for a new one."""


class ReadTooSoon(ApiError):
    """A site is read at most once an hour. Try again later."""
