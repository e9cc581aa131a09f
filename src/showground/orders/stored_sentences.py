"""Sentences about orders that are stored in English: what was reversed, and what an order is waiting for.

Pages show them in the reader's language.
"""

from showground.core.languages import Text

NOT_STARTED = Text("%(product)s for %(listing)s was not started and is cancelled.")
ALONE_NOT_STARTED = Text("%(product)s was not started and is cancelled.")
PRODUCT_WITHOUT_LISTING = Text("%(product)s: the listing %(listing)s no longer exists.")
EARLIER_CATEGORIES = Text("%(listing)s is back in its earlier categories.")
LATER_CATEGORIES = Text("%(listing)s keeps the categories of a later order.")
CONTRIBUTION_REMOVED = Text("The contribution of %(listing)s to the billboard was removed.")
REVIEW_SENT = Text("The review of %(listing)s had already been sent.")
WORK_COMPLETED = Text("Our team had already completed the work for %(listing)s.")
ALONE_COMPLETED = Text("Our team had already completed the work: %(product)s.")
LAUNCH_CANCELLED = Text("The launch of %(listing)s on %(week)s was cancelled.")
STAYS_LIVE = Text("%(listing)s has launched and stays live.")
LAUNCHED = Text("%(listing)s has launched.")
SECTIONS_LOCKED = Text("The story, milestones and media of %(listing)s are locked again.")
FEATURED_UNTIL = Text("%(listing)s is featured until %(day)s.")
NO_LONGER_FEATURED = Text("%(listing)s is no longer featured.")
NO_LONGER_SPONSOR = Text("%(listing)s no longer sponsors the newsletter of %(week)s.")
NEWSLETTER_SENT = Text("The newsletter of %(week)s with %(listing)s had already been sent.")
LAUNCHED_IN_WEEK = Text("%(listing)s launched in the week of %(week)s.")
KEEPS_WEEK = Text("The earlier week of %(listing)s is past; it keeps the week of %(week)s.")
WEEK_CANCELLED = Text("The launch of %(listing)s in the week of %(week)s was cancelled.")
LISTING_GONE = Text("The listing %(listing)s no longer exists; refund this item.")
SUSPENDED = Text("%(listing)s is suspended.")
ALREADY_LAUNCHED = Text("%(listing)s was already launched by another order; refund this item.")
NOT_WAITING = Text("%(listing)s is no longer waiting on the free plan; refund this item.")
WEEKS_FULL = Text("All weeks are full; %(listing)s gets the first week with a free place.")
NOT_LIVE = Text("%(listing)s is no longer live, so it cannot launch again; refund this item.")
LAUNCHES_THEN = Text("%(listing)s already launches in the week of %(week)s; refund this item.")
STARTS_WHEN_PUBLIC = Text("This starts when %(listing)s is public.")
SPONSORS_WHEN_LIVE = Text("%(listing)s sponsors the newsletter once it is live.")
NEWSLETTERS_FULL = Text("All newsletters have a sponsor; %(listing)s gets the first free one.")
BY_HAND = Text("%(product)s for %(listing)s.")

STORED_SENTENCES = tuple(value for value in globals().values() if isinstance(value, Text))
