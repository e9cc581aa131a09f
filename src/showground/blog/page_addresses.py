"""Which pages of its own a site has, and where they are."""

SHIPPED = ("privacy", "terms", "refunds", "abuse", "contact")  # have a text until staff write their own
WELL_KNOWN = (*SHIPPED, "imprint", "about")  # at the top of the site; other pages are below /pages/
REQUIRED = ("imprint", "privacy", "terms")  # the law asks for them nearly everywhere


def address_of(slug: str) -> str:
    if slug == "refunds":
        return "/terms#refunds"
    return f"/{slug}" if slug in WELL_KNOWN else f"/pages/{slug}"
