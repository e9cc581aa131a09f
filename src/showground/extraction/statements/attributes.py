"""Recognises sentences that answer a yes-or-no attribute of a category: `Works offline`."""

import re

from showground.extraction.proposal import AttributeChoice

# Words that state an attribute. In a denied sentence, the same words mean no.
STATED_PATTERNS = {
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
CONTAINS_DENIAL = frozenset({"cookie_free"})
DENIED = re.compile(
    r"\b(?:not?|never|without|isn['’]t|doesn['’]t|don['’]t|won['’]t|aren['’]t|can['’]t|cannot|nor|neither|coming "
    r"soon|soon|planned|roadmap)\b",
    re.IGNORECASE,
)
UNSURE = re.compile(
    r"\?|\b(?:if|unlike|alternatives?|compared?|may|might|integrat\w+|competitors?|others?|soon|planned|roadmap|"
    r"instead)\b",
    re.IGNORECASE,
)


# Attributes that may also be true of other things on the page (`open source`), so the sentence must be about the
# product. Others, such as `connects to your bank`, need no such check.
PRODUCT_ATTRIBUTES = frozenset({"self_hosted", "open_source", "command_line"})


def start_of_product_statement(attribute: AttributeChoice, sentence: str) -> int | None:
    """Where a sentence states one of the PRODUCT_ATTRIBUTES; None for other attributes."""
    found = (
        re.search(STATED_PATTERNS[attribute.key], sentence, re.IGNORECASE)
        if attribute.key in PRODUCT_ATTRIBUTES
        else None
    )
    return found.start() if found else None


def yes_or_no_in(attribute: AttributeChoice, sentence: str) -> bool | None:
    """The answer in a sentence; None if it has none, or is about something else."""
    labelled = re.match(rf"^{re.escape(attribute.label)}\s*[:–—]\s*(yes|no)\.?$", sentence, re.IGNORECASE)
    if labelled:
        return labelled[1].lower() == "yes"
    pattern = STATED_PATTERNS.get(attribute.key)
    found = re.search(pattern, sentence, re.IGNORECASE) if pattern else None
    if not found or UNSURE.search(sentence):
        return None
    denied = bool(DENIED.search(sentence[: found.start()])) and attribute.key not in CONTAINS_DENIAL
    return not denied
