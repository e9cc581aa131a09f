"""The navigation of the staff pages."""

from showground.core.languages import Text

STAFF_PAGES = (
    ("", (("/admin", Text("Overview")),)),
    (
        Text("Sales"),
        (
            ("/admin/orders", Text("Orders")),
            ("/admin/tasks", Text("Tasks")),
            ("/admin/withdrawals", Text("Withdrawals")),
            ("/admin/payments", Text("Payments")),
            ("/admin/products", Text("Products")),
            ("/admin/coupons", Text("Coupons")),
            ("/admin/seller", Text("Seller and taxes")),
        ),
    ),
    (
        Text("Books"),
        (
            ("/admin/books/documents", Text("Documents")),
            ("/admin/books/reports", Text("Tax and income")),
            ("/admin/books/reconciliation", Text("Reconciliation")),
            ("/admin/books/exports", Text("Exports")),
        ),
    ),
    (
        Text("Directory"),
        (
            ("/admin/listings", Text("Listings")),
            ("/admin/listings/new", Text("New listings")),
            ("/admin/edits", Text("Edits")),
            ("/admin/claims", Text("Claims")),
            ("/admin/categories", Text("Categories")),
            ("/admin/revenue", Text("Revenue")),
            ("/admin/ratings", Text("Domain Ratings")),
        ),
    ),
    (
        Text("People"),
        (
            ("/admin/people", Text("People")),
            ("/admin/staff", Text("Staff")),
        ),
    ),
    (
        Text("Moderation"),
        (
            ("/admin/reports", Text("Reports")),
            ("/admin/reviews", Text("Reviews")),
            ("/admin/visitor-questions", Text("Questions")),
            ("/admin/votes", Text("Votes")),
            ("/admin/replies", Text("Saved replies")),
        ),
    ),
    (
        Text("Content"),
        (
            ("/admin/posts", Text("Blog")),
            ("/admin/newsletter", Text("Newsletter")),
            ("/admin/announcement", Text("Announcement")),
            ("/admin/questions", Text("Interview")),
            ("/admin/texts", Text("Pages")),
        ),
    ),
    (
        Text("Site"),
        (
            ("/admin/setup", Text("Setup")),
            ("/admin/health", Text("Health")),
            ("/admin/brand", Text("Brand")),
            ("/admin/emails", Text("Email texts")),
            ("/admin/settings", Text("Settings")),
            ("/admin/outbox", Text("Outbox")),
            ("/admin/blocked-addresses", Text("Blocked addresses")),
            ("/admin/jobs", Text("Jobs")),
            ("/admin/log", Text("Audit log")),
        ),
    ),
)
