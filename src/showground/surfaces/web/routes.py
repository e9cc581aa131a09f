"""All routes of the pages, by area."""

from showground.surfaces.web.account.routes import ACCOUNT_FORMS, ACCOUNT_PAGES
from showground.surfaces.web.admin.routes import ADMIN_FORMS, ADMIN_PAGES
from showground.surfaces.web.checkout.routes import CHECKOUT_FORMS, CHECKOUT_PAGES
from showground.surfaces.web.dashboard.routes import DASHBOARD_FORMS, DASHBOARD_PAGES
from showground.surfaces.web.sessions import Show
from showground.surfaces.web.visitors.routes import (
    BUSY_FORMS,
    EMAIL_LINK_FORMS,
    EMAIL_LINK_PAGES,
    VISITORS_FORMS,
    VISITORS_PAGES,
)

# Pages (GET). The `{token}` in a path is a secret, so it is left out of the log.
PAGES: tuple[tuple[str, Show], ...] = (
    *VISITORS_PAGES,
    *EMAIL_LINK_PAGES,
    *DASHBOARD_PAGES,
    *ACCOUNT_PAGES,
    *CHECKOUT_PAGES,
    *ADMIN_PAGES,
)
# Forms (POST), besides BUSY_FORMS, whose routes come before all others.
OTHER_FORMS: tuple[tuple[str, Show], ...] = (
    *VISITORS_FORMS,
    *EMAIL_LINK_FORMS,
    *DASHBOARD_FORMS,
    *ACCOUNT_FORMS,
    *CHECKOUT_FORMS,
    *ADMIN_FORMS,
)
FORMS = (*BUSY_FORMS, *OTHER_FORMS)
# Path prefixes that accept posts from other sites; none of them use the session.
OPEN_TO_ALL = ("/payments/", "/unsubscribe/", "/newsletter/subscription/", "/alerts/", "/mail/reports")
