"""The countries and territories of ISO 3166-1, by their two letters."""

import re

from showground.core.calls.field_errors import did_you_mean
from showground.core.languages import Text, sentences, text_with

MAX_NEAR = 8


COUNTRIES = frozenset(
    re.findall(
        "[A-Z]{2}",
        "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT "
        "BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH "
        "ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT "
        "HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS "
        "LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI "
        "NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG "
        "SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG "
        "UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW",
    )
)


def is_country(code: str) -> bool:
    """Whether a two-letter code is a country or territory of ISO 3166."""
    return code.upper() in COUNTRIES


def judge_country(code: str) -> Text | None:
    """What is wrong with a two-letter code that is not an ISO 3166 country or territory, with similar codes."""
    if is_country(code):
        return None
    asked = code.upper()
    known = "GB" if asked == "UK" else asked[::-1]
    near = [known] if known in COUNTRIES else sorted(c for c in COUNTRIES if c[0] == asked[0])
    hint = did_you_mean(near[:MAX_NEAR]) if near else None  # no code begins with X
    return sentences(text_with("%(code)s is not an ISO 3166 country code.", code=code), hint)
