"""Finds the country where a company is registered, by its VAT or register number."""

import re

# VAT numbers, which begin with the country code.
VAT_NUMBER = re.compile(
    r"(?<![\w-])(?P<country>DE(?=\s?\d{3}\s?\d{3}\s?\d{3})|ATU(?=\s?\d{8})|BE(?=\s?[01]\d{3}[. ]?\d{3}[. ]?\d{3})"
    r"|NL(?=\s?\d{9}B\d{2})|FR(?=\s?[\dA-Z]{2}\s?\d{3}\s?\d{3}\s?\d{3})|IT(?=\s?\d{11})|PL(?=\s?\d{10})"
    r"|ES(?=\s?[A-Z]\d{7}[\dA-Z])|PT(?=\s?\d{9})|GB(?=\s?\d{3}\s?\d{4}\s?\d{2})|IE(?=\s?\d{7}[A-Z]{1,2})"
    r"|SE(?=\s?\d{12})|DK(?=\s?\d{8})|FI(?=\s?\d{8})|LU(?=\s?\d{8})|CZ(?=\s?\d{8,10})|SK(?=\s?\d{10})"
    r"|HU(?=\s?\d{8})|SI(?=\s?\d{8})|EE(?=\s?\d{9})|LV(?=\s?\d{11})|LT(?=\s?\d{9})|RO(?=\s?\d{6,10})"
    r"|BG(?=\s?\d{9,10})|HR(?=\s?\d{11})|CHE(?=-\d{3}\.\d{3}\.\d{3}))[-\s]?\d?[\dA-Z. -]{5,14}(?!\w)"
)
# Names of registers that only one country has. A number follows.
REGISTERS = {
    "DE": r"\bHR[AB](?:\s?-?\s?Nr\.?)?",
    "FR": r"\b(?:SIRET|SIREN|RCS [A-ZÀ-Ý][\w-]+)(?: ?n°)?",
    "IT": r"\b(?:P\.?\s?IVA|Partita IVA)",
    "PL": r"\b(?:NIP|REGON|KRS)",
    "NL": r"\bKvK(?:[- ]?(?:nummer|nr\.?))?",
    "BR": r"\bCNPJ(?:/MF)?(?: n[ºo°])?",
    "RU": r"(?<!\w)(?:ИНН|ОГРН(?:ИП)?)",
    "UA": r"(?<!\w)ЄДРПОУ",
    "AU": r"\bABN",
    "IN": r"\bGSTIN",
    "KR": r"사업자\s?등록\s?번호",
    "IL": r"(?<!\w)ח\.?[\"״]?פ\.?",
    "GB": r"\b[Rr]egistered in (?:England(?: (?:and|&) Wales)?|Wales|Scotland|Northern Ireland)\b[^\d.]{0,40}?",
    "DK": r"\bCVR(?:[- ]?(?:nr\.?|nummer))?",
    "TR": r"\bMERSİS(?: No)?",
}
REGISTER_NUMBERS = {
    code: re.compile(rf"{words}\s*[:.]?\s*(?:[Nn](?:[ºo°.]|o\.|umber)\s*)?\d[\d\s./-]{{4,}}")
    for code, words in REGISTERS.items()
}
COUNTRY_CODES = {"ATU": "AT", "CHE": "CH"}


def registered_country(text: str) -> str | None:
    """The country of the VAT and register numbers in a text; None if there are several."""
    found = {COUNTRY_CODES.get(number["country"], number["country"]) for number in VAT_NUMBER.finditer(text)}
    found |= {code for code, pattern in REGISTER_NUMBERS.items() if pattern.search(text)}
    return found.pop() if len(found) == 1 else None
