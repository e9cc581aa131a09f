"""What browsers may do on our pages: the same for all of them, but for the targets that some forms lead to."""

import re

# A scheme, or an origin: nothing that could end the directive or begin another. The grammar of policies has no place
# for IPv6 addresses.
SOURCE = re.compile(r"[a-z][a-z0-9+.-]*:(//[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*(:[0-9]{1,5})?)?")
POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


def allow_forms_to(policy: str, *targets: str) -> str:
    """The policy of a page whose forms end elsewhere: browsers hold the redirect after them against this too."""
    sources = [target for target in targets if SOURCE.fullmatch(target)]
    return policy.replace("form-action 'self'", " ".join(("form-action 'self'", *sources)))
