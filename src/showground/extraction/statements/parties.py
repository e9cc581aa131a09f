"""Words that refer to the company (`we`), to what was named before (`it`), to readers (`you`), or to others."""

import re

# We, our, us. Lower case only for `us`, because `US` is a country.
OURS = (
    r"(?i:\b(?:we|we['’](?:re|ve|ll|d)|our|ours|ourselves)\b)|\bus\b|(?i:\b(?:wir|unser\w{0,2}|uns|nous|notre|nos"
    r"|nosotros|nosotras|nuestr[oa]s?|somos|estamos|nós|noss[oa]s?|noi|nostr[oaei]|siamo|wij|onze?|ons|vi|vår\w?"
    r"|vores|meidän|jesteśmy|nasz\w{0,3}|мы|нас|наш\w{0,3}|biz|bizim|nasze|naši|náš|jsme|suntem)\b)|私たち|私達"
    r"|わたしたち|我々|当社|弊社|我们|我們|本公司|我司|우리|저희|당사|เรา|บริษัทของเรา|نحن|شركتنا|فريقنا|مقرنا"
    r"|أنشأنا|אנחנו|אנו|שלנו"
)
# What was named before: it, the company, the app.
ITSELF = (
    r"(?i:\b(?:it|this|(?:the|this) (?:company|studio|start-?up|firm|business|team|organi[sz]ation|project|product"
    r"|app|service|platform|tool|software|workshop|agency|publisher|office|headquarters|hq)|company|startup|(?:das"
    r"|die|der|dieses) (?:unternehmen|firma|startup|team|projekt|produkt|software|app|dienst)|l['’](?:entreprise"
    r"|équipe|application|outil|app)|(?:la|cette) (?:société|start-?up|plateforme)|le (?:projet|logiciel)|(?:la"
    r"|esta) (?:empresa|compañía|plataforma|aplicación)|el (?:equipo|proyecto)|[ao] (?:empresa|equipe|equipa"
    r"|projeto)|l['’](?:azienda|app)|la (?:società|piattaforma|startup)|il (?:team|progetto)|het (?:bedrijf|team)"
    r"|firma|spółka|компания|проект|команда|şirket\w*|ekip\w*)\b)|会社|同社|公司|团队|團隊|회사|บริษัท|الشركة|החברה"
)
# The people whom a site addresses or serves. What is theirs is not the company's, but they pay its prices.
AUDIENCE = (
    r"(?i:\b(?:you|your|yours|users?|customers?|clients?|people|teams|companies|businesses|startups|freelancers"
    r"|makers|shops|visitors?|readers|members|residents?|students|everyone|anyone|someone|somebody|who|whoever"
    r"|candidates?|applicants?|sie|ihr\w{0,2}|du|dein\w{0,2}|nutzer\w*|kund(?:e|en|in|innen)|besucher\w*|vous"
    r"|votre|vos|clients?|utilisateurs?|usted|ustedes|tú?|tus?|clientes?|usuarios?|você|vocês|seus?|suas?"
    r"|usuários?|voi|vostr[oaei]|utenti|clienti|je|jouw|klanten|klien[ct]\w*|użytkowni\w*|вы|ваш\w*|клиент\w*"
    r"|пользовател\w*|müşteri\w*|kullanıcı\w*|siz\w*)\b)|お客様|お客さま|ユーザー|顧客|客户|客戶|用户|用戶|您|고객"
    r"|사용자|ลูกค้า|ผู้ใช้|عملاء|عميل|العملاء|المستخدم\w*|לקוחות|לקוח|משתמשים"
)
# Other people and organisations, and things of theirs: partners, providers, `his`, servers.
OTHERS = (
    r"(?i:\b(?:he|she|they|his|her|him|their|theirs|them|partners?|investors?|investments?|competitors?"
    r"|competition|rivals?|providers?|suppliers?|vendors?|processors?|banks?|universit(?:y|ies)|agenc(?:y|ies)"
    r"|consultants?|accountants?|lawyers?|contractors?|hosts?|hosting|hosted|servers?|data ?cent(?:er|re)s?|data"
    r"|warehouses?|fund|funds|ventures?|authorit(?:y|ies)|commission|commissioner|court|arbitration|previously"
    r"|formerly|another|others?|elsewhere|unlike|alternatives?|themes?|templates?|backed|funded|sponsors?"
    r"|sponsored|powered|acquired|sold|raised|born|lives?|lived|events?|conference|branch|remote|role|roles|author"
    r"|photographer|photos?|icons?|fonts?|artist|publisher of|er|partner\w*|investor\w*|wettbewerb\w*|konkurren\w*"
    r"|anbieter\w*|lieferant\w*|dienstleister\w*|hoster\w*|behörde\w*|agentur\w*|kanzlei\w*|rechenzentr\w*"
    r"|aufsicht\w*|partenaires?|investisseurs?|concurrents?|fournisseurs?|prestataires?|hébergeurs?|hébergé\w*"
    r"|banques?|agences?|elle|il|soci[oa]s?|inversor\w*|competidor\w*|proveedor\w*|alojad[oa]s?|agencias?|bancos?"
    r"|él|ella|parceir[oa]s?|investidor\w*|concorrentes?|fornecedor\w*|hospedad[oa]s?|ele|ela|fornitor\w*"
    r"|investitor\w*|concorrent[ei]|ospitat[oa]|lui|lei|partnerzy|dostawc\w*|inwestor\w*|konkurent\w*"
    r"|партн[её]р\w*|инвестор\w*|поставщик\w*|конкурент\w*|хостинг\w*|ortağ\w*|ortak\w*|yatırımcı\w*|rakip\w*"
    r"|tedarikçi\w*|supervisory|regulators?|insurers?|data protection officer|datenschutzbeauftragte\w*|délégué\w*"
    r"|autorité\w*|autoridad\w*|delegad[oa] de protecc\w+|encarregad[oa] (?:de|da|pelo)\w*|autorità|garante"
    r"|toezichthouder\w*|autoriteit\w*|functionaris\w*|leverancier\w*|dataskyddsombud\w*|tillsyn\w*|leverantör\w*"
    r"|webbhotell\w*|tilsyn\w*|datatilsyn\w*|personvernombud\w*|leverandør\w*|tietosuoja(?:valtuutet|vastaav)\w*"
    r"|palveluntarjoaj\w*|inspektor\w* ochrony|organ\w* nadzorcz\w*|dozorov\w*|hatóság\w*|tárhely\w*"
    r"|роскомнадзор\w*|надзор\w*|barındırma)\b)|パートナー|投資家|競合|取引先|サーバー|合作伙伴|投资人|投資人|竞争对手|競爭對手"
    r"|供应商|服务器|파트너|투자자|경쟁사|공급업체|결제 ?대행|호스팅|決済代行|ホスティング|委託先|监管"
    r"|พันธมิตร|นักลงทุน|คู่แข่ง|شريك|شركاء|مستثمر|منافس|מתחר|שותפ|משקיע|ספק"
)
CAPITALS = "A-ZÀ-ÖØ-ÞĀĂĄĆČĎĐĒĖĘĚĞĢĪĮİĶĹĻĽŁŃŅŇŌŐŒŔŘŚŞŠŢŤŪŮŰŲŹŻŽȘȚЀ-ЯΑ-Ω"
LEGAL_FORM = (
    r"(?:GmbH|gGmbH|AG|UG|KG|OHG|e\.\s?V\.|Ltd|Limited|LLC|LLP|Inc|Corp|Corporation|PLC|plc|Pty|SAS|SASU|SARL"
    r"|S\.?A\.?S?|S\.?L\.?U?|S\.?r\.?l\.?|S\.?p\.?A\.?|B\.?V\.?|N\.?V\.?|Oy|AB|A/S|ApS|AS|OÜ|Kft|Lda|Ltda|Pvt"
    r"|Pte|Sdn\.?\s?Bhd|Tbk|Zrt"
    r"|A\.?Ş\.?|Sp\.?\s?z\s?o\.?\s?o\.?|d\.o\.o|s\.r\.o)"
)
LEGAL_NAME = (
    rf"[{CAPITALS}][\w&.'’-]*(?:\s+[{CAPITALS}][\w&.'’-]*|\s+&|\s+(?:of|de|du|und|and"
    rf"|the)){{0,5}}?,?\s+{LEGAL_FORM}(?![\w-])"
    r"|(?:株式会社|有限会社|主식회사|주식회사|ООО|ЗАО)\s?[\w「」・ー]+|[\w・ー]{1,20}(?:株式会社|有限公司|주식회사)"
)
# Names: words with a capital letter, words with one inside, and domains.
PROPER_NAME = rf"(?<!\w)[{CAPITALS}][\w&.'’-]*(?:\s+(?:(?:of|de|du|di|von|van|the|&)\s+)?[{CAPITALS}][\w&.'’-]*){{0,4}}"
INNER_CAPITAL = r"\b[A-Za-z]+[a-z][A-Z]\w*|\b[A-Za-z0-9-]+\.(?:com|io|ai|org|net|app|dev|co)\b"
LATIN_NAME = r"[A-Za-z][A-Za-z0-9&.'’-]*(?:\s[A-Za-z][A-Za-z0-9&.'’-]*)*"
# Words that may have a capital letter without being a name.
PLAIN_WORDS = frozenset(
    re.findall(
        r"[^\s]+",
        "a an the this that these those and or but so if when while since in on at by for from with to of as all"
        " each every both here there today now then also only just not no yes what where why how who which made"
        " built crafted designed developed created assembled written handmade born based founded established"
        " started headquartered located situated incorporated registered est since proudly lovingly originally"
        " officially first small tiny independent family company startup studio team office offices headquarters"
        " hq address contact story mission development everything anything nothing something product products app"
        " apps software service services project website site home about founder founders co-founder cofounder ceo"
        " cto i i'm i’m my ai api saas ios android mac windows linux web internet open source remote worldwide"
        " global european american british german french spanish italian dutch swiss austrian swedish norwegian"
        " danish finnish polish portuguese brazilian indian chinese japanese korean canadian australian irish"
        " scottish english israeli turkish russian ukrainian january february march april may june july august"
        " september october november december monday tuesday wednesday thursday friday saturday sunday spring"
        " summer autumn winter therefore however moreover furthermore thus hence besides otherwise because although"
        " whether instead meanwhile pro plus free basic premium starter business enterprise plan plans price prices"
        " pricing get buy try start join save pay subscribe upgrade order choose after before until up one two"
        " three four five six seven eight nine ten individual individuals monthly yearly annual annually lifetime"
        " additional extra unlimited more less only from just now read learn see meet our die der das ein eine im"
        " in am seit mit aus hier heute alles sitz hauptsitz gegründet firmensitz gründung entwickelt gemacht"
        " hergestellt le la les un une des en à au fondée fondé créée créé basée basé basés siège fabriqué conçu"
        " depuis el los las una con sede fundada fundado creada creado hecho desde o os as um uma fundada feito"
        " com il lo gli i di fondata nata nato sviluppato fatto w na od z założona stworzone в на с из основана"
        " основан сделано email e-mail mail"
        " phone tel support sales press questions help hello write call visit legal imprint impressum privacy street"
        " road",
    )
)
ADVERB = re.compile(r"(?:ly|ed|ing|wise)$", re.IGNORECASE)
CAPITALISED_NOUNS = frozenset({"de"})  # languages that write every noun with a capital letter
SCRIPT_WITHOUT_CAPITALS = re.compile(r"[\u0590-\u06ff\u0e00-\u0e7f\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]")
