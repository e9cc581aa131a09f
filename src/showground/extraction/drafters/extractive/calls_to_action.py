"""Recognises calls to action: lines that ask the reader to do something, and say nothing about the product.

    Follow us on Instagram        Jetzt Termin vereinbaren        お問い合わせはこちら        Any questions left?

A slogan may be an imperative too (`Ship faster`), so the patterns list what pages of all kinds ask for, and only short
lines count.
"""

import re

from showground.extraction.statements.text_folding import UNSPACED

MAX_CALL_WORDS, MAX_UNSPACED_CALL = 8, 18
CALL = re.compile(
    # English
    r"\W{0,20}(?:(?:please )?(?:follow|find|like|visit|call|email|e-mail|text|whatsapp) (?:us|me|on|along|now|today|@)"
    r"|(?:watch|see|play|view) (?:the |our |a |an |full |official |new )*(?:trailer|video|film|demo|teaser|gameplay"
    r"|clip)\b"
    r"|(?:play|buy|order|book|shop|donate|download|install|reserve|enrol+|enquire|inquire|apply|register)"
    r"(?: it| yours?| tickets| online| here)? (?:now|today|free|for free|online|here)\b"
    r"|(?:add (?:it )?to (?:your )?)?wish-?list(?: (?:it|now|today|us|on)\b|\W*$)"
    r"|out now\b|now (?:available|on|out)\b|pre-?order\b|back us\b"
    r"|coming (?:soon|in|to|early|late)\b|available (?:now|on|for)\b"
    r"|get (?:exclusive|early access|in touch|started|yours|a (?:free )?(?:quote|demo|consultation))\b"
    r"|join (?:us|our|the (?:community|waitlist|beta|list|discord|newsletter|club|conversation))\b"
    r"|(?:subscribe|sign up)(?:\W*$| (?:now|today|for|to|here|free)\b)|don['’]t miss\b"
    r"|stay (?:tuned|in touch|up to date|updated|connected|informed)\b"
    r"|contact(?: us)?\W*$|request (?:a|an|your) \w+|(?:send|leave|tell) us\b|click\b(?!-)"
    r"|(?:free |live |personal |kostenlose |persönliche )?demo (?:an|in|for|with|für|mit|pour|con|per|voor)\b"
    r"|support (?:us|the project|development)\b|free (?:quote|estimate|consultation|trial)\W*$"
    # German
    r"|folge?n? (?:sie )?uns\b|jetzt (?:\w+ ){0,3}\w+(?:en|ern)\W*$|(?:rufen|schreiben|sprechen|kontaktieren) sie\b"
    r"|(?:ruf|schreib) uns\b|kontaktiere? uns\b|newsletter\W*$|trailer ansehen|zum (?:shop|newsletter|trailer)\b"
    r"|(?:\S+ ){0,3}(?:anfragen|anfordern|vereinbaren|herunterladen|abonnieren|vorbestellen)\W*$"
    # French
    r"|(?:suivez|contactez|rejoignez|appelez|écrivez|retrouvez)[- ]nous\b|(?:abonnez|inscrivez)-vous\b"
    r"|(?:réservez|téléchargez|commandez|achetez) (?:maintenant|en ligne|l['’]app\w*|dès)"
    r"|(?:voir )?(?:la )?bande[- ]annonce"
    r"|demande[rz] un devis|prenez rendez-vous|prendre rendez-vous"
    # Spanish and Portuguese
    r"|s[ií]guenos|suscr[ií]bete|cont[aá]ct[ae]nos|ll[aá]manos|[uú]nete\b|(?:ver|mira) el tr[aá]iler|escr[ií]benos"
    r"|(?:reserva|descarga|compra|pide|solicita|agenda) (?:ya|ahora|aquí|online|tu|la app|una)\b"
    r"|siga-nos|inscreva-se|fale conosco|entre em contat?o|ligue (?:para|agora)|veja o trailer"
    r"|(?:baixe|agende|reserve|compre|peça|solicite) (?:agora|já|aqui|online|seu|sua|o app|um)\b"
    # Italian, Dutch, Polish
    r"|seguici\b|iscriviti\b|contattaci\b|chiamaci\b|scrivici\b|guarda il trailer|(?:prenota|scarica|acquista|ordina"
    r"|richiedi) (?:ora|subito|online|qui|l['’]app|un|il tuo)"
    r"|volg ons\b|schrijf je in\b|abonneer (?:je|nu|op)\b|bel ons\b|neem contact\b"
    r"|(?:boek|bestel|download|koop) (?:nu|online|direct)\b"
    r"|bekijk de trailer|(?:vraag )?(?:een )?(?:gratis )?offerte aan\w*|offerte aanvragen"
    r"|obserwuj nas|śledź nas|zapisz się|zadzwoń|skontaktuj się|zarezerwuj|pobierz (?:teraz|aplikację)|zamów\b|umów się"
    # Russian, Ukrainian, Turkish
    r"|подпи(?:сывайтесь|шитесь|саться)|следите за|звоните|позвоните|свяжитесь|(?:скачать|заказать|записаться)\b"
    r"|смотреть трейлер|закажите|підпи(?:суйтесь|шіться)|зателефонуйте|замовити"
    r"|bizi takip|takip edin|abone ol|hemen (?:\w+ ){0,2}\w+\W*$|bize (?:ulaşın|yazın)|(?:fragmanı?) izle|randevu al\w*"
    r"|(?:ücretsiz )?teklif al\w*|iletişime geç\w*"
    # Arabic and Hebrew
    r"|تابعونا|تابعنا|تواصل(?:وا)? معنا|اتصل(?:وا)? بنا|احجز(?:وا)?\b|حمل(?:وا)? التطبيق|اطلب(?:وا)? الآن"
    r"|עקבו אחרינו|צרו קשר|צור קשר|הורידו|התקשרו|הזמינו|דברו איתנו"
    # Japanese, Chinese, Korean, Thai
    r"|.{0,8}(?:フォロー|問い合わせ|予約|申し込み|ダウンロード|登録)(?:は|する|を)?(?:こちら|ください)$"
    r"|(?:お問い合わせ|ご予約|フォローする|申し込む|今すぐ.{1,8})$"
    r"|(?:关注我们|關注我們|联系我们|聯絡我們|联系客服|立即.{1,6}|马上.{1,6}|免费下载)$"
    r"|(?:팔로우|문의하기|상담 신청|지금 .{1,8}|다운로드|예약하기)$|ติดตามเรา|ติดต่อเรา|ดาวน์โหลด$)",
    re.IGNORECASE,
)  # fmt: skip
# The question after a list of questions, above a form or an address: `Any questions left?`
CLOSING_QUESTION = re.compile(
    r"\W{0,20}(?:how (?:can|may) (?:we|i) (?:help|assist)|wie können wir (?:\w+ )?helfen"
    r"|comment pouvons-nous vous aider"
    r"|(?:cómo|en qué) podemos ayudar\w*|como podemos ajudar|come possiamo aiutar\w*|jak możemy (?:\w+ )?pomóc"
    r"|(?:чем|как) мы можем (?:вам )?помочь|(?:size )?nasıl yardımcı olabiliriz|hoe kunnen we"
    r"|ready to|klar til|klar for|redo att|bereit (?:für|zum|zur|loszulegen|mit)|sind sie bereit|bist du bereit"
    r"|prête?s? (?:à|pour)|list[oa]s? para|pront[oaie]s? (?:a|per|para)|klaar (?:om|voor)|gotow[yiae] (?:na|do|by)"
    r"|готов[ыи]? |hazır mısın|valmiina|valmis |still (?:have|need|got|unsure|not)"
    r"|have (?:a|any|more|another|other|further|questions)\b|do you have (?:a |any |more |other |further )*questions?\b"
    r"|got (?:a|any|more|questions)\b|need (?:help|more)\b|want to\b|looking for\b|interested\b|not sure\b"
    r"|(?:any |more |other |further )*questions\W*$|(?:can['’]?t|cannot|could(?: not|n['’]t)|did(?: not|n['’]t)"
    r"|do(?: not|n['’]t)) (?:find|see)\b|ask (?:us|a question)|contact us|get in touch"
    # German
    r"|noch (?:\w+ )?fragen\b|(?:haben sie|hast du|habt ihr) (?:noch |weitere |eine |andere |offene )*fragen?\b"
    r"|(?:weitere |offene |andere )?fragen\W*$|keine antwort\b|nichts? gefunden|nicht (?:fündig|dabei)"
    r"|(?:ihre|deine|eure) frage (?:\w+ )?(?:nicht|fehlt)"
    # French, Spanish, Portuguese, Italian
    r"|(?:vous avez|avez-vous) (?:une |des |encore |d['’]autres )*questions?"
    r"|(?:encore |d['’]autres |une |des )questions?\W*$"
    r"|vous ne trouvez|pas trouvé"
    r"|(?:aún |todavía )?(?:tienes|tiene|tenés) (?:alguna |más |otra |una )*(?:duda|pregunta)"
    r"|(?:más |otras |alguna )?(?:dudas?|preguntas?)\W*$|no encuentras|no encontraste"
    r"|(?:ainda )?(?:tem|ficou com|restou) (?:alguma |mais |outra )*(?:dúvida|pergunta)"
    r"|(?:ainda com |mais )?dúvidas?\W*$"
    r"|não encontrou|hai (?:ancora |altre |delle |qualche )*domand"
    r"|(?:altre |ancora )?domande\W*$|non (?:hai trovato|trovi)"
    # Dutch, Polish, Swedish, Danish, Norwegian
    r"|(?:heb je|heeft u|heb jij) (?:nog |een |andere |meer )*vra(?:ag|gen)|(?:nog |meer |andere )*vragen\W*$"
    r"|staat (?:je|uw) vraag|(?:je|uw) vraag niet|niet gevonden"
    r"|(?:masz|macie) (?:jeszcze |inne |dodatkowe |więcej )*pytani|(?:inne |więcej |dodatkowe )pytania\W*$|nie znalaz"
    r"|har du (?:fler |några |flere |andre |spørgsmål|spørsmål|frågor)|hittar du inte"
    # Russian, Ukrainian, Turkish
    r"|(?:остались|есть|ещё есть|еще есть) вопросы|не нашли|(?:залишились|є) (?:питання|запитання)|не знайшли"
    r"|(?:başka |hâlâ |hala |aklınızda )*(?:bir )?soru\w* (?:mı |mi |mu |mü )?var|aradığınız\w* bulamad|sorunuz mu"
    # Arabic and Hebrew
    r"|هل (?:لديك|لديكم|عندك) (?:أي |المزيد من )?(?:أسئلة|سؤال|استفسار)|لم تجد"
    r"|(?:יש |עוד )?(?:לכם |לך )?(?:עוד )?שאלות\W*$"
    r"|לא מצאת"
    # Japanese, Chinese, Korean
    r"|.{0,10}(?:解決しない|見つから(?:ない|ません)|その他のご質問|ご不明な点)|(?:还有|還有).{0,4}(?:问题|疑问|問題|疑問)"
    r"|没有找到|沒有找到|(?:더 |추가 )?(?:궁금|문의|질문).{0,8}(?:있으|있나|신가요))",
    re.IGNORECASE,
)  # fmt: skip


def is_call(text: str) -> bool:
    """Whether a short line only asks the reader to do something."""
    short = len(text) <= MAX_UNSPACED_CALL if UNSPACED.search(text) else len(text.split()) <= MAX_CALL_WORDS
    return short and CALL.match(text) is not None


def is_closing_question(text: str) -> bool:
    """Whether a question asks if the reader has more questions."""
    return CLOSING_QUESTION.match(text) is not None
