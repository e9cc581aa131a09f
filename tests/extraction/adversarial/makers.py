"""People who introduce themselves as makers, and people who only look like it."""

from tests.extraction.adversarial.small_sites import SmallSite, home, page


def about(text: str, *founders: str, lang: str = "en") -> SmallSite:
    return SmallSite(
        {"/": home(lang=lang), "/about": page(f"<h1>About</h1>{text}", lang=lang)}, stated={"founders": [*founders]}
    )


def nobody(text: str, *others: str, lang: str = "en") -> SmallSite:
    return SmallSite({"/": home(text, lang=lang)}, blank=("founders",), never={"founders": others})


SITES = {
    "who built it, and why": about(
        "<p>Hi, I'm Mira Holt. I built Tallow because I kept burning the wax.</p>", "Mira Holt"
    ),
    "who made this app": about("<p>My name is Jon Field and I made this app for my own workshop.</p>", "Jon Field"),
    "who built it, in German": about(
        "<p>Ich bin Mira Holt. Ich habe Tallow in meiner Küche entwickelt.</p>", "Mira Holt", lang="de"
    ),
    "who created it, in French": about(
        "<p>Je m'appelle Claire Martin et j'ai créé Tallow en rentrant du travail.</p>", "Claire Martin", lang="fr"
    ),
    "the founder speaks Italian": about("<p>Sono Giulia Conti, fondatrice di Tallow.</p>", "Giulia Conti", lang="it"),
    "the founder in French": about("<p>Claire Martin est la fondatrice de Tallow.</p>", "Claire Martin", lang="fr"),
    "created by, in French": about("<p>Tallow a été créée en 2019 par Claire Martin.</p>", "Claire Martin", lang="fr"),
    "the company was created by, in French": about(
        "<p>Tallow coule des bougies. L'entreprise a été créée par Claire Martin.</p>", "Claire Martin", lang="fr"
    ),
    "a logo created by somebody, in French": nobody(
        "<p>Tallow est fier de son logo, créé par Urs Keller.</p>", "Urs Keller", lang="fr"
    ),
    "who it was developed by, in Spanish": about("<p>Tallow ha sido creado por Ana Ruiz.</p>", "Ana Ruiz", lang="es"),
    "who is behind it": about("<p>Hinter Tallow steht Mira Holt.</p>", "Mira Holt", lang="de"),
    "whose project it is": about("<p>Tallow is a side project by Mira Holt.</p>", "Mira Holt"),
    "a founder below a letter": about("<p>We pour every candle by hand.</p><p>— Mira Holt, founder</p>", "Mira Holt"),
    "a founding partner in Turkish": about(
        "<h2>Ekip</h2><div><h3>Akın Yılmaz</h3><p>Kurucu Ortak</p></div>", "Akın Yılmaz", lang="tr"
    ),
    "the word for a year before a name in Turkish": SmallSite(
        {
            "/": home(lang="tr"),
            "/about": page("<p>Tallow, 2020 yılında Akın Yılmaz tarafından kuruldu.</p>", lang="tr"),
        },
        stated={"founders": ["Akın Yılmaz"]},
        never={"founders": ["ılında"]},
    ),
    "a project by somebody on another platform": nobody(
        "<p>Nimbus is a side project by Urs Keller. It sends orders to Tallow.</p>", "Urs Keller"
    ),
    "who is behind a customer": nobody("<p>Hinter Nimbus steht Urs Keller.</p>", "Urs Keller", lang="de"),
    "a logo created by somebody": nobody("<p>Tallow is proud of its logo, created by Urs Keller.</p>", "Urs Keller"),
    "a founder who is an architect of something": about(
        "<h2>Our team</h2><div><h3>Mira Holt</h3><p>Co-Founder · Salesforce Architect</p></div>", "Mira Holt"
    ),
    "a customer who built something with it": nobody(
        "<p>I'm Greta Vogt. I built my shop with Tallow in a weekend.</p>", "Greta Vogt"
    ),
    "a customer who made something in it": nobody(
        "<p>I'm Greta Vogt and I created a whole advent calendar in Tallow.</p>", "Greta Vogt"
    ),
    "a customer who founded another firm": nobody(
        "<p>Je suis Urs Keller, fondateur de Nimbus. Nous planifions avec Tallow.</p>", "Urs Keller", lang="fr"
    ),
    "the founder of a product with a longer name": nobody("<p>I'm Urs Keller, I built Tallowise.</p>", "Urs Keller"),
    "a reviewer": nobody(
        '<div class="testimonials"><p>I am Ida Berg and I started Tallow on a rainy Sunday.</p></div>', "Ida Berg"
    ),
}
