"""The addresses of the founders' pages."""

from showground.surfaces.web.dashboard import drafts
from showground.surfaces.web.dashboard.home import show_dashboard
from showground.surfaces.web.dashboard.invites import show_invite, take_invite
from showground.surfaces.web.dashboard.previews import preview_draft
from showground.surfaces.web.dashboard.submitting import begin_draft, show_submit
from showground.surfaces.web.sessions import Show

DRAFT = "/dashboard/drafts/{id}"

DASHBOARD_PAGES: tuple[tuple[str, Show], ...] = (
    ("/submit", show_submit),
    ("/dashboard", show_dashboard),
    ("/invites/{token}", show_invite),
    (DRAFT, drafts.show_draft),
    (f"{DRAFT}/delete", drafts.show_delete),
    (f"{DRAFT}/preview", preview_draft),
)
DASHBOARD_FORMS: tuple[tuple[str, Show], ...] = (
    ("/submit", begin_draft),
    ("/invites/{token}", take_invite),
    (f"{DRAFT}/submit", drafts.submit),
    (f"{DRAFT}/invite", drafts.invite),
    (f"{DRAFT}/reread", drafts.reread),
    (f"{DRAFT}/delete", drafts.delete),
    (f"{DRAFT}/{{part}}", drafts.edit_draft),
)
