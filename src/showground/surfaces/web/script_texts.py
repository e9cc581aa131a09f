"""Texts that scripts show, handed to them by the page. Scripts choose between one and several only."""

from showground.core.languages import Text, current_language, translated

SCRIPT_TEXTS = (
    Text("Copy"),
    Text("Copy: %(what)s"),
    Text("Copied"),
    Text("Voted"),
    Text("Vote"),
    Text("%(votes)s vote"),
    Text("%(votes)s votes"),
    Text("Voted for %(name)s, %(votes)s"),
    Text("Vote for %(name)s, %(votes)s"),
    Text("You voted for %(name)s. It now has %(votes)s."),
    Text("You withdrew your vote for %(name)s. It now has %(votes)s."),
    Text("Following"),
    Text("Follow"),
    Text("You follow %(name)s."),
    Text("You no longer follow %(name)s."),
    Text("This device already has a passkey for your account."),
    Text("No passkey was used. Try again, or sign in by email."),
    Text("Suggestions"),
    Text("%(count)s suggestion"),
    Text("%(count)s suggestions"),
    Text("What you typed before you signed in is back here. It isn\u2019t saved yet."),
)


def script_texts() -> dict[str, str]:
    """Each text in the current language; none for English, which the scripts know."""
    return {} if current_language().is_english else {text: translated(text) for text in SCRIPT_TEXTS}
