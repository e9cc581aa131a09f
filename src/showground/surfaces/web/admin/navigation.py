"""The navigation of the staff pages."""

STAFF_PAGES = (
    ("", (("/admin", "Overview"),)),
    (
        "Sales",
        (
            ("/admin/orders", "Orders"),
            ("/admin/tasks", "Tasks"),
            ("/admin/payments", "Payments"),
            ("/admin/products", "Products"),
        ),
    ),
    (
        "Books",
        (
            ("/admin/books/documents", "Documents"),
            ("/admin/books/reports", "Tax and income"),
            ("/admin/books/reconciliation", "Reconciliation"),
            ("/admin/books/exports", "Exports"),
        ),
    ),
    (
        "Directory",
        (
            ("/admin/listings", "Listings"),
            ("/admin/edits", "Edits"),
            ("/admin/claims", "Claims"),
            ("/admin/categories", "Categories"),
            ("/admin/revenue", "Revenue"),
            ("/admin/ratings", "Domain Ratings"),
        ),
    ),
    (
        "Moderation",
        (
            ("/admin/reports", "Reports"),
            ("/admin/reviews", "Reviews"),
            ("/admin/visitor-questions", "Questions"),
            ("/admin/votes", "Votes"),
        ),
    ),
    (
        "Content",
        (
            ("/admin/posts", "Blog"),
            ("/admin/newsletter", "Newsletter"),
            ("/admin/questions", "Interview"),
            ("/admin/texts", "Legal pages"),
        ),
    ),
    (
        "Site",
        (
            ("/admin/health", "Health"),
            ("/admin/settings", "Settings"),
            ("/admin/outbox", "Outbox"),
            ("/admin/blocked-addresses", "Blocked addresses"),
            ("/admin/jobs", "Jobs"),
            ("/admin/log", "Audit log"),
        ),
    ),
)
