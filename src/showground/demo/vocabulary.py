"""A vocabulary for generated listings: real words from product pages, and invented ones that sound real."""

from random import Random

REAL = """
account accounting action activity address agenda agent alert analytics answer app approval archive assistant audit
automatic backup balance bank batch billing board booking browser budget build business calendar call camera campaign
card care chart chat check checkout class client climate clinic cloud code collection colour comment community company
compare contract cost course customer dashboard data database delivery design desk developer device diary digital
discount document domain draft drawing driver easy editor email encrypted energy engine event expense export farm fast
feedback field file film finance fitness flow food forecast form founder free game garden goal grant graph green group
guide health help home hosting hotel image import inbox index insight insurance inventory invoice journal key kitchen
label language law lead learning ledger lesson library light link list local location log mail map market meal meeting
member memory message meter mobile model money monitor music network newsletter note notebook offline open order page
paper parcel password patient pattern payment payroll people phone photo plan planner plant player podcast policy
portal post price printer privacy private process product profile project prompt protocol public quality query queue
quick quiet quote read recipe record recovery remote rental repair report request research reserve restore review
reward road route safe sale schedule school science screen script search secure sensor server service shared shelf
shipping shop simple site sketch small smart solar song sound source speech stable stock storage story stream student
studio subscription supplier support survey sync table task tax teacher team template test text ticket time timer
tool track trade training translation transport travel trip tutor update upload usage vault vendor version video
visitor voice volunteer vote wallet warehouse water weather website weekly widget window wireless word workflow world
"""
SYLLABLES = """
ba be bi bo bra bri ca ce ci co cra cro da de di do dra du el en fa fe fi flo fra ga ge gi glo gra ha he ho il in ka
ke ki ko kra la le li lo lu ma me mi mo mu na ne ni no nu or pa pe pi plo pra qua ra re ri ro ru sa se si sko so sta
su ta te ti to tra tri tu un va ve vi vo wa we wi ya ze zo
"""
COINING = SYLLABLES.split()
INVENTED = 4_000
# Words further down the list are rarer. With these numbers, 10,000 listings have about 30,000 different words and
# 60,000 about 80,000, as in real short descriptions of software. Every other listing has a word that no other has.
RARITY, SPREAD = 0.82, 940.0
PHRASES = 10_000
SENTENCES = 20_000


class Phrasebook:
    """Phrases and sentences, generated once and then picked at random, which is much faster than word by word."""

    def __init__(self) -> None:
        rng = Random("phrasebook")  # made-up data  # nosec B311
        self.words = make_vocabulary()
        # Frequent words are in this list several times, so that a random choice picks them as often as in real text.
        text = [word for place, word in enumerate(self.words, 1) for _ in range(1 + 600 // (place + 4))]
        self.phrases = [_phrase(rng, text, 3, 7) for _ in range(PHRASES)]
        self.sentences = [_phrase(rng, text, 7, 17) + "." for _ in range(SENTENCES)]

    def word(self, rng: Random) -> str:
        """Any word, common or rare; there is no limit to their number."""
        place = int(SPREAD * (rng.paretovariate(RARITY) - 1))
        return self.words[place] if place < len(self.words) else _coin(place)

    def own_words(self, rng: Random, count: int) -> str:
        """A few such words in a row, so that each listing has some of its own."""
        return " ".join(self.word(rng) for _ in range(count)).capitalize()


def make_vocabulary() -> list[str]:
    rng = Random("vocabulary")  # made-up data  # nosec B311
    real = REAL.split()
    invented = dict.fromkeys("".join(rng.choices(COINING, k=rng.randrange(2, 5))) for _ in range(INVENTED * 2))
    words = real + [word for word in invented if word not in real][:INVENTED]
    rng.shuffle(words)
    return words


def _coin(number: int) -> str:
    """The word with this number; neighbouring numbers give unrelated words."""
    more, number = divmod(number, len(COINING) ** 3)
    mixed, word = number * 7_919 % len(COINING) ** 3, COINING[more % len(COINING)] if more else ""
    for _ in range(3):
        mixed, place = divmod(mixed, len(COINING))
        word += COINING[place]
    return word


def _phrase(rng: Random, text: list[str], least: int, most: int) -> str:
    return " ".join(rng.choices(text, k=rng.randrange(least, most))).capitalize()
