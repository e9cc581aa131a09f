"""What browsers may do on our pages: the same for all of them, but for the targets that some forms lead to."""

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


def allow_forms_to(policy: str, *targets: str) -> str:
    """The policy of a page whose forms end elsewhere: browsers hold the redirect after them against this too."""
    plain = [target for target in targets if target.isascii() and not any(sign in target for sign in " ;,'\"")]
    return policy.replace("form-action 'self'", " ".join(("form-action 'self'", *plain)))
