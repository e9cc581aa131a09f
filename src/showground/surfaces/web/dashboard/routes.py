"""The dashboard's routes."""

from showground.surfaces.web.dashboard import (
    alternatives_and_revenue,
    claims,
    drafts,
    interviews,
    listing_editor,
    listings,
    order,
    people,
    pictures,
    previews,
    transfers,
    updates,
    versions,
)
from showground.surfaces.web.dashboard.badge import show_badge_page
from showground.surfaces.web.dashboard.home import show_dashboard
from showground.surfaces.web.dashboard.invites import show_invite, take_invite
from showground.surfaces.web.dashboard.order_choice import choose_listing
from showground.surfaces.web.dashboard.orders import lead_to_orders
from showground.surfaces.web.dashboard.share import show_share
from showground.surfaces.web.dashboard.submit import begin_draft, show_submit
from showground.surfaces.web.sessions import Show

DRAFT = "/dashboard/drafts/{id}"
LISTING = "/dashboard/listings/{listing_id:int}"

DASHBOARD_PAGES: tuple[tuple[str, Show], ...] = (
    ("/submit", show_submit),
    ("/dashboard", show_dashboard),
    ("/invites/{token}", show_invite),
    (DRAFT, drafts.show_draft),
    (f"{DRAFT}/delete", drafts.show_delete),
    (f"{DRAFT}/preview", previews.preview_draft),
    (f"{DRAFT}/{{part}}", drafts.lead_to_draft),
    (LISTING, listings.show_owned),
    (f"{LISTING}/preview", previews.preview_listing),
    (f"{LISTING}/launch", order.show_launch),
    (f"{LISTING}/badge", show_badge_page),
    (f"{LISTING}/share", show_share),
    (f"{LISTING}/edit", listing_editor.show_editor),
    (f"{LISTING}/edit/{{part}}", listing_editor.lead_to_editor),
    (f"{LISTING}/facts", listing_editor.lead_to_editor),
    (f"{LISTING}/story", listing_editor.lead_to_editor),
    (f"{LISTING}/updates", updates.show_updates),
    (f"{LISTING}/updates/{{update_id:int}}", updates.show_update),
    (f"{LISTING}/pictures", pictures.show_pictures),
    (f"{LISTING}/people", people.show_people),
    (f"{LISTING}/alternatives", alternatives_and_revenue.show_named),
    (f"{LISTING}/revenue", alternatives_and_revenue.show_revenue),
    (f"{LISTING}/versions", versions.show_versions),
    (f"{LISTING}/withdraw", listings.show_withdraw),
    (f"{LISTING}/transfer", transfers.show_transfer),
    ("/transfers/{token}", transfers.show_offer),
    ("/dashboard/interview", interviews.show_interview),
    ("/dashboard/claims", claims.show_claims),
    ("/dashboard/claims/{claim_id:int}", claims.show_claim_log),
    ("/dashboard/orders", lead_to_orders),
    ("/dashboard/order", choose_listing),
)
DASHBOARD_FORMS: tuple[tuple[str, Show], ...] = (
    ("/submit", begin_draft),
    ("/invites/{token}", take_invite),
    (f"{DRAFT}/submit", drafts.submit),
    (f"{DRAFT}/invite", drafts.invite),
    (f"{DRAFT}/invite/withdraw", drafts.withdraw_invite),
    (f"{DRAFT}/reread", drafts.reread),
    (f"{DRAFT}/delete", drafts.delete),
    (f"{DRAFT}/logo", drafts.save_logo),
    (f"{DRAFT}/{{part}}", drafts.edit_draft),
    (f"{LISTING}/free", listings.go_free),
    (f"{LISTING}/republish", listings.republish),
    (f"{LISTING}/withdraw", listings.withdraw),
    (f"{LISTING}/retire", listings.retire),
    (f"{LISTING}/transfer", transfers.offer),
    (f"{LISTING}/transfer/cancel", transfers.take_back),
    ("/transfers/{token}", transfers.accept),
    (f"{LISTING}/launch", order.order_launch),
    (f"{LISTING}/edit/logo", listing_editor.save_logo),
    (f"{LISTING}/edit/{{part}}", listing_editor.save_part),
    (f"{LISTING}/updates", updates.post_update),
    (f"{LISTING}/updates/{{update_id:int}}", updates.save_update),
    (f"{LISTING}/updates/{{update_id:int}}/delete", updates.drop_update),
    (f"{LISTING}/pictures", pictures.send_picture),
    (f"{LISTING}/pictures/{{media_id:int}}/delete", pictures.drop_picture),
    (f"{LISTING}/people", people.invite_to_listing),
    (f"{LISTING}/people/invite/withdraw", people.withdraw_invite),
    (f"{LISTING}/people/leave", people.leave),
    (f"{LISTING}/people/{{account_id:int}}/owner", people.make_owner),
    (f"{LISTING}/people/{{account_id:int}}/remove", people.remove_person),
    (f"{LISTING}/alternatives", alternatives_and_revenue.change_named),
    (f"{LISTING}/revenue", alternatives_and_revenue.save_revenue),
    (f"{LISTING}/versions/{{version_id:int}}", versions.bring_back),
    ("/dashboard/interview", interviews.save_interview),
    ("/dashboard/interview/founder", interviews.choose_founder),
    ("/dashboard/interview/picture", interviews.save_picture),
    ("/dashboard/claims", claims.make_claim),
    ("/dashboard/claims/{claim_id:int}/check", claims.check_claim),
)
