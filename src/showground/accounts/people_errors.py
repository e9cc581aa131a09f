"""Errors about other people's accounts."""

from showground.core.calls.errors import ApiError, NotFound


class NoSuchPerson(NotFound):
    """No account has this number. It may have been deleted."""


class HasRole(ApiError):
    """This person has a role on the site. An owner has to remove the role first."""


class LastSiteOwner(ApiError):
    """This is the only owner of the site. Make somebody else an owner first."""


class OwnRole(ApiError):
    """You can't change your own role. Ask another owner to change it."""


class NoSuchInvitation(NotFound):
    """This invitation was already used, was cancelled or has expired. Ask for a new one."""


class InvitedAnother(ApiError):
    """This invitation is for another email address. Sign in with the address that it was sent to."""

    status = 403


class SameAccount(ApiError):
    """Choose two different accounts."""
