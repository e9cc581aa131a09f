"""What browsers may do on our pages: the same for all of them, but for the one target that some forms lead to."""

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


def allow_forms_to(policy: str, target: str) -> str:
    """The policy of a page whose form ends elsewhere: browsers hold the redirect after it against this too."""
    if not target.isascii() or any(sign in target for sign in " ;,'\""):
        return policy
    return policy.replace("form-action 'self'", f"form-action 'self' {target}")
