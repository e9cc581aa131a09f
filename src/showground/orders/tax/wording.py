"""What an exempt seller writes on invoices."""

from collections.abc import Mapping

from showground.orders.tax.territories import in_union

# What an exempt seller has to write on invoices. The operator's own words take precedence.
EXEMPTION_WORDS: Mapping[str, str] = {
    "AT": "Umsatzsteuerfrei aufgrund der Kleinunternehmerregelung (§ 6 Abs. 1 Z 27 UStG).",
    "BE": "Bijzondere vrijstellingsregeling kleine ondernemingen. / Régime particulier de franchise des petites"
    " entreprises.",
    "DE": "Steuerfrei nach § 19 UStG (Steuerbefreiung für Kleinunternehmer).",
    "FR": "TVA non applicable, art. 293 B du CGI.",
    "IT": "Operazione senza applicazione dell'IVA ai sensi dell'art. 1, commi da 54 a 89, L. 190/2014.",
    "LU": "TVA non applicable, art. 57 de la loi TVA.",
    "NL": "Vrijgesteld van btw op grond van artikel 25 Wet op de omzetbelasting 1968 (kleineondernemersregeling).",
    "PL": "Zwolnienie od podatku na podstawie art. 113 ust. 1 ustawy o VAT.",
    "PT": "IVA: regime de isenção (artigo 53.º do CIVA).",
}
USUAL_EXEMPTION_WORDS = "VAT exempt: special scheme for small enterprises, Article 284 of Directive 2006/112/EC."
WORDS_OUTSIDE_UNION = "We charge no VAT: small-business exemption."


def exemption_words(country: str, own: str | None = None) -> str:
    usual = USUAL_EXEMPTION_WORDS if in_union(country) else WORDS_OUTSIDE_UNION
    return own or EXEMPTION_WORDS.get(country, usual)
