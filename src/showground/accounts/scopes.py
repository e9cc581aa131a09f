"""The scopes that an access token or API key may carry, each with the sentence a person reads."""

ACCOUNT_READ = "account:read"
LISTINGS_WRITE = "listings:write"
ORDERS_WRITE = "orders:write"

SCOPES = {
    ACCOUNT_READ: "See your account, drafts, listings, claims and orders.",
    LISTINGS_WRITE: "Submit and edit drafts and listings, post updates, and claim listings.",
    ORDERS_WRITE: "Price orders and prepare checkout links. Paying is always yours to do.",
}
