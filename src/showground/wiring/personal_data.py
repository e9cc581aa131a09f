"""Every domain that has personal data, with how it is exported, deleted and merged."""

from showground.accounts.personal_data_holders import Holding, Holdings
from showground.collections.personal_data import hide_collections, show_collections
from showground.collections.queries.collections import export_collections
from showground.drafting.personal_data import leave_drafts, merge_drafts, stop_drafts
from showground.drafting.queries.personal_data import export_drafts
from showground.events.personal_data import hide_addresses, stop_webhooks
from showground.events.queries.personal_data import export_events
from showground.launches.personal_data import forget_opinions, merge_opinions
from showground.launches.queries.personal_data import export_opinions
from showground.newsletter.personal_data import forget_subscriptions
from showground.newsletter.queries.personal_data import export_subscriptions
from showground.notifications.queries.notifications import export_notifications
from showground.oauth.personal_data import end_apps, export_apps
from showground.orders.personal_data import forget_orders, forget_withdrawals
from showground.orders.queries.personal_data import export_orders
from showground.orders.queries.withdrawals import export_withdrawals
from showground.ownership.personal_data import end_submissions, leave_listings, merge_members, resume_submissions
from showground.ownership.queries.personal_data import export_listings
from showground.people.personal_data import forget_interview
from showground.people.queries.personal_data import export_founder
from showground.questions.personal_data import forget_questions, merge_questions
from showground.questions.queries.personal_data import export_questions

# In this order they are exported, and forgotten when an account is deleted.
PERSONAL_DATA = Holdings(
    (
        Holding("opinions", export_opinions, forget_opinions, merge=merge_opinions),
        Holding("questions", export_questions, forget_questions, merge=merge_questions),
        Holding("subscriptions", export_subscriptions, forget_subscriptions),
        Holding("saved", export_collections, block=hide_collections, unblock=show_collections),
        Holding("notifications", export_notifications),
        Holding(
            "listings",
            export_listings,
            leave_listings,
            block=end_submissions,
            unblock=resume_submissions,
            merge=merge_members,
        ),
        Holding("person", export_founder, forget_interview),
        Holding("drafts", export_drafts, leave_drafts, block=stop_drafts, merge=merge_drafts),
        Holding("orders", export_orders, forget_orders),
        Holding("withdrawals", export_withdrawals, forget_withdrawals),
        Holding("apps", export_apps, block=end_apps),
        Holding("events", export_events, block=stop_webhooks, show=hide_addresses),
    )
)
