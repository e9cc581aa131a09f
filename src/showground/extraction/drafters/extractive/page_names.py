"""Recognises names of pages and sections, which say nothing about the product: `About us`, `Abstract`."""

import re

# Names of pages in menus.
PAGE_NAME = re.compile(
    r"(?:about(?: (?:us|me))?|über (?:uns|mich)|nosotros|sobre (?:nosotros|nós|mí|mim)|quiénes somos|quem somos"
    r"|chi (?:siamo|sono)|[àa] propos(?: de (?:moi|nous))?|over mij|o mnie|обо мне|hakkımda|自己紹介"
    r"|qui sommes-nous"
    r"|over ons|o nas|о нас|hakkımızda|contact(?:o|e|ez-nous| us)?|kontakt|contato|contatti|контакты|iletişim"
    r"|precios|preise"
    # Labels on a contact page.
    r"|(?:our )?(?:e-?mail|phone|telephone|address|location|office)(?: (?:us|address|number))?|call us|contact details"
    r"|(?:opening|business|working|office) hours|e-?mail-adresse|telefon(?:o|e|ska)?|téléphone|тел(?:ефон)?|adresse?"
    r"|anschrift|öffnungszeiten|horaires|dirección|correo(?: electrónico)?|horarios?|endereço|indirizzo|orari|adres"
    r"|godziny (?:pracy|otwarcia)|адрес|почта|часы работы|adres(?:imiz)?|e-posta"
    r"|電話番号|住所|営業時間|地址|电话|電話|邮箱|주소|전화"
    r"|tarifs|preços|prezzi|blog|news|careers|team|equipo|équipe"
    # Names of lists of all products or services.
    r"|(?:(?:all|our|single|more) )?(?:services|products|packages|plans|subscriptions|pricing|resources|support|docs)"
    r"|(?:unsere )?(?:leistungen|dienstleistungen|produkte|pakete|abos|angebote)"
    r"|(?:nos )?(?:services|prestations|produits|forfaits|abonnements|offres)"
    r"|(?:nuestros )?(?:servicios|productos|paquetes|planes|suscripciones)"
    r"|(?:nossos )?(?:serviços|produtos|pacotes|planos|assinaturas)"
    r"|(?:i nostri )?(?:servizi|prodotti|pacchetti|piani|abbonamenti)|diensten|producten|pakketten|abonnementen"
    r"|usługi|produkty|pakiety|abonamenty|услуги|продукты|пакеты|тарифы|подписки"
    r"|hizmetler(?:imiz)?|ürünler(?:imiz)?|paketler|abonelikler"
    r"|(?:all |our )?features|funktionen|fonctionnalités|funcionalidad(?:es)?|funzionalità|functies|funkcje|özellikler"
    r"|funktioner|ominaisuudet"
    r"|log ?in|sign ?(?:in|up)|register|my account|profile|faqs?|testimonials?|reviews|customers|partners|portfolio"
    r"|company(?: profile)?|unternehmen|entreprise|empresa"
    r"|azienda|press ?kit|dev ?log|downloads?|gallery|galerie|galería|galleria|trailer|screenshots?|soundtrack"
    # Sections of a scientific paper.
    r"|abstract|(?:\w+ )?summary|introduction|overview|conclusions?|references|bibtex|citation|acknowledge?ments"
    r"|会社概要|会社案内|会社情報|企業情報|アクセス|お知らせ|採用情報"
    r"|お問い合わせ|公司简介|公司簡介|关于我们|联系我们|회사 소개|문의)",
    re.IGNORECASE,
)
# Between two names of pages.
AND = re.compile(r"\s+(?:and|und|et|y|e|en|i|и|ve|och|og|ja|és|&|\+|/)\s+", re.IGNORECASE)


def names_page(text: str) -> bool:
    """Whether a line only names a page of the site, or two: `Packages and services`."""
    return all(PAGE_NAME.fullmatch(part.strip()) for part in AND.split(text))
