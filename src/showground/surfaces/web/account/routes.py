"""Routes of signing in, of the account, and of apps that ask for access."""

from showground.accounts.actions.sign_in_links import AFTER_SIGN_IN
from showground.surfaces.web.account.alerts import drop_alert, save_alert, show_alerts
from showground.surfaces.web.account.apps import drop_app, show_apps
from showground.surfaces.web.account.consent import answer_consent, show_consent
from showground.surfaces.web.account.email_change import confirm_change, request_change, show_change, show_email_form
from showground.surfaces.web.account.emails import drop_launch_alert, save_mails, show_mails
from showground.surfaces.web.account.home import lead_on, save_language, save_profile, show_profile
from showground.surfaces.web.account.keys import drop_key, make_key, show_keys
from showground.surfaces.web.account.orders import drop_order, show_orders
from showground.surfaces.web.account.passkeys import (
    begin_adding,
    begin_sign_in,
    drop_passkey,
    finish_adding,
    finish_sign_in,
    show_passkeys,
)
from showground.surfaces.web.account.personal_data import delete_data, send_data, show_data, show_deleted
from showground.surfaces.web.account.sessions import end_one, end_others, show_sessions
from showground.surfaces.web.account.sign_in import (
    lead_to_sign_in,
    leave,
    send_link,
    show_link,
    show_sign_in,
    use_link,
)
from showground.surfaces.web.account.social_sign_in import begin_elsewhere, come_back
from showground.surfaces.web.account.webhooks import WEBHOOK_FORMS, WEBHOOK_PAGES
from showground.surfaces.web.account.your_page import add_collection, read_all, show_your_page
from showground.surfaces.web.admin.staff import show_invitation, take_invitation
from showground.surfaces.web.sessions import Show

ACCOUNT_PAGES: tuple[tuple[str, Show], ...] = (
    ("/staff-invitations/{token}", show_invitation),
    ("/sign-in", show_sign_in),
    ("/login", lead_to_sign_in),
    ("/sign-in/{token}", show_link),
    ("/sign-in/with/{provider}/back", come_back),
    (AFTER_SIGN_IN, lead_on),
    ("/me", show_your_page),
    ("/account", show_profile),
    ("/account/email", show_email_form),
    ("/account/email/{token}", show_change),
    ("/account/orders", show_orders),
    ("/account/keys", show_keys),
    *WEBHOOK_PAGES,
    ("/account/apps", show_apps),
    ("/account/sessions", show_sessions),
    ("/account/passkeys", show_passkeys),
    ("/account/mail", show_mails),
    ("/account/alerts", show_alerts),
    ("/account/data", show_data),
    ("/account/deleted", show_deleted),
    ("/oauth/authorize", show_consent),
)
ACCOUNT_FORMS: tuple[tuple[str, Show], ...] = (
    ("/staff-invitations/{token}", take_invitation),
    ("/sign-in", send_link),
    ("/sign-in/passkey", finish_sign_in),
    ("/sign-in/passkey/options", begin_sign_in),
    ("/sign-in/{token}", use_link),
    ("/sign-in/with/{provider}", begin_elsewhere),
    ("/sign-out", leave),
    ("/me/collections", add_collection),
    ("/me/notifications", read_all),
    ("/account", save_profile),
    ("/account/language", save_language),
    ("/account/email", request_change),
    ("/account/email/{token}", confirm_change),
    ("/account/orders/{number}/cancel", drop_order),
    ("/account/keys", make_key),
    ("/account/keys/{key_id:int}/revoke", drop_key),
    *WEBHOOK_FORMS,
    ("/account/apps/disconnect", drop_app),
    ("/account/sessions/others/end", end_others),
    ("/account/sessions/{session_id:int}/end", end_one),
    ("/account/passkeys", finish_adding),
    ("/account/passkeys/options", begin_adding),
    ("/account/passkeys/{passkey_id:int}/remove", drop_passkey),
    ("/account/mail", save_mails),
    ("/account/mail/launches/{slug}/cancel", drop_launch_alert),
    ("/account/alerts", save_alert),
    ("/account/alerts/{search_id:int}/delete", drop_alert),
    ("/account/data/export", send_data),
    ("/account/data/delete", delete_data),
    ("/oauth/authorize", answer_consent),
)
