"""Who began it, when, and where they work, in whatever order of words; and the same of others."""

from typing import Any

from tests.extraction.adversarial.small_sites import SmallSite, home


def says(text: str, lang: str = "en", *, footer: str = "", **stated: Any) -> SmallSite:
    return SmallSite({"/": home(f"<p>{text}</p>" if text else "", lang=lang, footer=footer)}, stated=stated)


def not_ours(text: str, lang: str = "en", **never: tuple[str, ...]) -> SmallSite:
    return SmallSite({"/": home(f"<p>{text}</p>", lang=lang)}, blank=[*never], never=never)


SITES = {
    "set up by somebody": says("Mira Holt set up Tallow in 2014.", founders=["Mira Holt"], founded_year="2014"),
    "founded by two, with what they were": says(
        "Mira Holt, a candle maker for eleven years, founded Tallow in 2014.",
        founders=["Mira Holt"],
        founded_year="2014",
    ),
    "the company by its kind": says(
        "Phyllis Okonedo and Grant Weatherby began the company in 2018 after a fire in Como.",
        founders=["Phyllis Okonedo", "Grant Weatherby"],
        founded_year="2018",
    ),
    "written alone": says("Mira Holt wrote Tallow alone and answers every message.", founders=["Mira Holt"]),
    "the verb first in Spanish": says(
        "Fundaron Tallow Rocío Almansa y Curro Belmar, ingeniera ella, artesano él.",
        "es",
        founders=["Rocío Almansa", "Curro Belmar"],
    ),
    "created in Spanish": says(
        "Nuria Belmonte creó Tallow en 2014, cuando dirigía una escuela en Murcia.",
        "es",
        founders=["Nuria Belmonte"],
        founded_year="2014",
    ),
    "from whose hands in Spanish": says(
        "Tallow nació en 2013 de la mano de Amparo Quesada, hija de cereros.",
        "es",
        founders=["Amparo Quesada"],
        founded_year="2013",
    ),
    "the verb second in German": says(
        "2013 gründete Annegret Tischler Tallow, zunächst allein.",
        "de",
        founders=["Annegret Tischler"],
        founded_year="2013",
    ),
    "with a trade in Czech": says(
        "Tallow založil svíčkař Vavřinec Holub, který vařil vosk.", "cs", founders=["Vavřinec Holub"]
    ),
    "who founded the company in Italian": says(
        "Tallow, che Ludovica Sartorel ha fondato nel 2011.", "it", founded_year="2011"
    ),
    "after a signature in Polish": says(
        "",
        "pl",
        footer="<p>Tallow Sp. z o.o., Toruń, Polska. Założyła w 2018 r. Halina Wrona.</p>",
        founders=["Halina Wrona"],
        founded_year="2018",
        city="Toruń",
        country="PL",
    ),
    "after a signature in Portuguese": says(
        "",
        "pt",
        footer="<p>Tallow, Lda., Aveiro, Portugal. Criado em 2016 por Rui Salgueiro e Teresa Pinho.</p>",
        founders=["Rui Salgueiro", "Teresa Pinho"],
        founded_year="2016",
        city="Aveiro",
    ),
    "born in a year, in Portuguese": says(
        "A Tallow nasceu em 2020, de uma premissa simples.", "pt", founded_year="2020"
    ),
    "at work since, in Russian": says("Tallow в работе с 2014 года.", "ru", founded_year="2014"),
    "a first name above a founder's title": SmallSite(
        {"/": home("<h2>Leadership</h2><div><h3>Victor</h3><p>Founder of Tallow</p></div>")},
        stated={"founders": ["Victor"]},
    ),
    "a word above a founder's title": SmallSite(
        {"/": home("<div><h3>Story</h3><p>Founder of Tallow</p></div><p>This is the story.</p>")},
        blank=("founders",),
        never={"founders": ("Story",)},
    ),
    "a founder's birth": not_ours("Jane Roe, founder of Tallow, was born in 1971 in Porto.", founded_year=("1971",)),
    "a founder's career": not_ours("Jane Roe, founder of Tallow, started her career in 2001.", founded_year=("2001",)),
    "what somebody began at the company": not_ours(
        "At Tallow, Jane Roe started a reading circle in 2015.", founded_year=("2015",), founders=("Jane Roe",)
    ),
    "somebody born in a year": not_ours("Our founder was born in 1971.", founded_year=("1971",)),
    "passive in Finnish": says("Tallow perustettiin vuonna 2019.", "fi", founded_year="2019"),
    "existing since, in German": says(
        "Die Firma besteht seit 2012. Die App läuft auf Tablets.", "de", founded_year="2012"
    ),
    "a label in a line in German": says(
        "Geschäftsführung und Gründerin: Bettina Haug.", "de", founders=["Bettina Haug"]
    ),
    "a title after the name in Czech": says(
        "Aplikaci vyvíjí Ondřej Kubát, zakladatel firmy.", "cs", founders=["Ondřej Kubát"]
    ),
    "named in one place, `we` in another": SmallSite(
        {
            "/": home(
                "<p>Tallow was founded in 2016.</p><blockquote><p>We have been family-run since 1987.</p></blockquote>"
            )
        },
        stated={"founded_year": "2016"},
    ),
    "work from a town and country": says("We work from Halifax, Canada. Write to us.", city="Halifax", country="CA"),
    "a few people in a town": says(
        "We are now five people in Hereford, in the United Kingdom.", city="Hereford", country="GB"
    ),
    "offices in French": says(
        "Nos bureaux sont à Dijon, en France. L’année prochaine, nous ouvrirons un bureau à Bruxelles.",
        "fr",
        city="Dijon",
        country="FR",
    ),
    "run from a town in a country": says(
        "Tallow is run by Tallow Ltd from Kelso in Scotland.", city="Kelso", country="GB"
    ),
    "run from a town in a state": says("Tallow is run from Taos, New Mexico.", city="Taos"),
    "the verb says who, in Spanish": says("Trabajamos en Jaén, entre olivos.", "es", city="Jaén"),
    "the team sits, in Portuguese": says(
        "A equipe fica em Florianópolis, a duas quadras da praia.", "pt", city="Florianópolis"
    ),
    "an enterprise in a county": says(
        "Tallow is a social enterprise in Kendal, Cumbria, founded in 2021.", city="Kendal", founded_year="2021"
    ),
    "for people elsewhere": not_ours("We build Tallow for farmers in Lyon, France.", city=("Lyon",)),
    "made in a language": not_ours("We write all of it in Rust.", city=("Rust",)),
    "what was begun is a part": not_ours(
        "Jane Roe launched the Tallow blog in 2015.", founded_year=("2015",), founders=("Jane Roe",)
    ),
    "what was begun is a sponsored thing": not_ours(
        "Tallow is a proud sponsor of the museum founded in 1954 by Urs Keller.",
        founded_year=("1954",),
        founders=("Urs Keller",),
    ),
    "another company in the sentence": not_ours(
        "Urs Keller founded Nimbus AG in 1999 and now pours with Tallow.",
        founded_year=("1999",),
        founders=("Urs Keller",),
    ),
    "somebody asks": not_ours("Hasn’t Tallow been around since 2007?", founded_year=("2007",)),
    "the rest of a line after a link": SmallSite(
        {
            "/": home(
                footer="<p>Design: <a href='https://p.test'>Paperhook</a>, Austin – free templates since 2012.</p>"
            )
        },
        blank=("founded_year",),
        never={"founded_year": ("2012",)},
    ),
    "a price for those who came earlier": not_ours(
        "If you signed up before June, Tallow is $7 a month.", pricing_summary=("7",)
    ),
    "a price to come, in French": not_ours(
        "Le tarif passera à 1,50 € par mois.", "fr", pricing_summary=("1,50", "1.5")
    ),
    "a fine, in Czech": not_ours(
        "Bez knihy jízd hrozí pokuta až 50 000 Kč.", "cs", pricing_summary=("50 000", "50000")
    ),
}
