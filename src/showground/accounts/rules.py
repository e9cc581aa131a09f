"""What may happen with accounts: pure, time is an argument."""

MAIL_KINDS = {
    "updates": "Updates from listings you follow.",
    "questions": "Questions about your listings, and answers to your own questions.",
}


def first_name_for(email: str) -> str:
    """What a person is called until they say otherwise."""
    name = email.partition("@")[0].replace(".", " ").replace("_", " ").strip()
    return (name.title() or email)[:160]


def trim(name: str) -> str:
    """A name without blanks around it, which may not be all there is."""
    if not name.strip():
        raise ValueError("Write a name.")
    return name.strip()
