"""Whether a sentence says yes or no to what a category asks."""

import re

from showground.extraction.proposal import AttributeChoice

# What says yes; what says no is the same in a sentence that denies it.
YES = {
    "self_hosted": r"\bself[- ]host(?:ed|ing)?\b|\brun it on your own (?:server|machine|infrastructure)s?\b|\bon[- "
    r"]premises?\b",
    "command_line": r"\bcommand[- ]line\b|\bCLI\b",
    "works_offline": r"\bworks? (?:fully |completely )?(?:offline|without (?:a network|internet|reception|a "
    r"connection))\b|\boffline[- ]first\b"
    r"|\b(?:fully|completely) offline\b|\boffline mode\b",
    "trains_on_your_data": r"\btrain(?:s|ed|ing)? (?:\w+ ){0,4}on your (?:data|content|documents|files)\b|\buse "
    r"your data to train\b",
    "end_to_end_encrypted": r"\bend[- ]to[- ]end[- ]encrypt(?:ed|ion)\b",
    "open_source": r"\bopen[- ]source(?:d)?\b",
    "mobile_app": r"\b(?:ios|iphone|android|mobile) apps?\b|\bapps? for (?:ios|iphone|android)\b|\bapp store\b|"
    r"\bgoogle play\b",
    "cookie_free": r"\b(?:no cookies|cookie[- ]free|cookieless|without cookies)\b",
    "commercial_use": r"\bcommercial use\b",
    "bank_connections": r"\bconnects? (?:to|with) (?:your )?banks?\b|\bbank (?:sync|connections?|feeds?)\b",
    "open_data": r"\bopen data\b",
    "hardware_needed": r"\b(?:requires?|needs?) (?:\w+ ){0,3}hardware\b",
}
DENIED_BY_ITSELF = frozenset({"cookie_free"})
NO = re.compile(
    r"\b(?:not?|never|without|isn['’]t|doesn['’]t|don['’]t|won['’]t|aren['’]t|can['’]t|cannot|nor|neither|coming "
    r"soon|soon|planned|roadmap)\b",
    re.IGNORECASE,
)
UNSURE = re.compile(
    r"\?|\b(?:if|unlike|alternatives?|compared?|may|might|integrat\w+|competitors?|others?|soon|planned|roadmap|"
    r"instead)\b",
    re.IGNORECASE,
)


# Attributes of the product itself. `Open source` may be said of something else on the page, so the sentence must be
# about the product. What a product does for its users, such as `connects to your bank`, needs no such check.
OF_ITSELF = frozenset({"self_hosted", "open_source", "command_line"})


def start_of(attribute: AttributeChoice, sentence: str) -> int | None:
    """Where a sentence says what the product is, if this is such an attribute."""
    found = re.search(YES[attribute.key], sentence, re.IGNORECASE) if attribute.key in OF_ITSELF else None
    return found.start() if found else None


def yes_or_no_in(attribute: AttributeChoice, sentence: str) -> bool | None:
    """What a sentence says; None where it says neither, or says it of something else."""
    labelled = re.match(rf"^{re.escape(attribute.label)}\s*[:–—]\s*(yes|no)\.?$", sentence, re.IGNORECASE)
    if labelled:
        return labelled[1].lower() == "yes"
    pattern = YES.get(attribute.key)
    found = re.search(pattern, sentence, re.IGNORECASE) if pattern else None
    if not found or UNSURE.search(sentence):
        return None
    denied = bool(NO.search(sentence[: found.start()])) and attribute.key not in DENIED_BY_ITSELF
    return not denied
