"""security.txt (RFC 9116): where to report a vulnerability."""

from datetime import UTC, datetime, timedelta

from showground.core.calls.context import Site

SECURITY_TXT = "/.well-known/security.txt"
VALID_FOR = timedelta(days=180)  # RFC 9116 recommends less than a year


def write_security_txt(site: Site, contact: str | None, now: datetime) -> str:
    """`contact`: an email address or a web address. Without one, the email address of who runs the site, or else the
    page for reports of abuse."""
    place = contact or site.brand.operator.email or f"{site.url}/abuse"
    languages = dict.fromkeys([*(language.code for language in site.languages.all), "en"])
    expires = (now.astimezone(UTC) + VALID_FOR).strftime("%Y-%m-%dT00:00:00Z")
    return (
        f"Contact: {place if '://' in place else f'mailto:{place}'}\n"
        f"Expires: {expires}\n"
        f"Preferred-Languages: {', '.join(languages)}\n"
        f"Canonical: {site.url}{SECURITY_TXT}\n"
    )
