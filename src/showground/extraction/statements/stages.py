"""Recognises the stage of a product in a text."""

import re

STAGES = {
    "mvp": re.compile(
        r"\b(?:we['’]?re|we are|is|it['’]s|currently|now|still) (?:\w+ ){0,2}in (?:(?:private|public|open|closed|"
        r"early|invite-only|limited) )?"
        r"(?:beta|alpha|early access|preview)\b|\b(?:join|try) (?:the|our) (?:private |public |open |closed )?beta\b"
        r"|^(?:private|public|open|closed) beta$|\bearly access (?:is open|now open)\b",
        re.IGNORECASE,
    ),
    "idea": re.compile(r"\b(?:is|are) (?:coming|launching) soon\b|^(?:coming|launching) soon\b|\bnot (?:yet "
                       r")?launched\b|\bpre-?launch\b", re.IGNORECASE),
    "launched": re.compile(
        r"\b(?:is|are) (?:now )?(?:live|generally available|out of beta)\b|\bnow (?:live|generally available)\b|"
        r"\bwe (?:have )?(?:officially )?launched\b"
        r"|\bhas (?:officially )?launched\b",
        re.IGNORECASE,
    ),
}  # fmt: skip
# Words for a part of the product: a stage near them may not be that of the whole.
PARTIAL = re.compile(
    r"\b(?:feature|integration|app for|plugin|android|ios|windows|mac|api|version \d|v\d|not|course|module|plan|"
    r"chat|support|new)\b",
    re.IGNORECASE,
)
