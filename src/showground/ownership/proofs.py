"""What a claimant must publish, and checking for it: in DNS, in the homepage's head, in a file."""

import re
from dataclasses import dataclass
from hmac import compare_digest
from urllib.parse import urlsplit

from showground.core.calls.context import PrepareContext
from showground.core.domain_names import domain_of
from showground.core.fetch import FetchFailed
from showground.core.languages import Text, text_with
from showground.core.sandbox import SandboxKilled, run
from showground.ownership.claim_models import ClaimCheck, ClaimInstructions, Method
from showground.ownership.sandbox_calls import READ_HEAD, HeadPage

LABEL = "_listing-verification"
NAME = "listing-verification"
PATH = "/.well-known/listing-verification.txt"
MAX_SEEN = 5
MAX_SEEN_LENGTH = 120
# These are stored with the result of a check.
STATUS = Text("The URL returned status %(status)s.")
RECORDS = Text("TXT records of %(record)s")
HEAD = Text("The head of %(website)s")


@dataclass(frozen=True, slots=True)
class Proof:
    """What to look for, and for whom."""

    method: Method
    website: str
    token: str

    @property
    def text(self) -> str:
        return f"{NAME}={self.token}"

    @property
    def domain(self) -> str:
        return domain_of(self.website)

    @property
    def record(self) -> str:
        return f"{LABEL}.{self.domain}"

    @property
    def file(self) -> str:
        parts = urlsplit(self.website)
        return f"{parts.scheme}://{parts.netloc}{PATH}"

    @property
    def where(self) -> str:
        places = {
            "dns": text_with(RECORDS, record=self.record),
            "meta": text_with(HEAD, website=self.website),
            "file": self.file,
        }
        return places.get(self.method, Text("The emailed link"))

    @property
    def asked(self) -> str:
        return f'<meta name="{NAME}" content="{self.token}">' if self.method == "meta" else self.text


def instruct(proof: Proof, email: str | None) -> ClaimInstructions:
    """What the claimant has to do."""
    match proof.method:
        case "dns":
            return ClaimInstructions(
                summary=text_with(
                    "Add this TXT record to the DNS of %(domain)s, then verify the claim.", domain=proof.domain
                ),
                name=proof.record,
                value=proof.text,
            )
        case "meta":
            return ClaimInstructions(
                summary=text_with(
                    "Add this tag to the head of %(website)s, then verify the claim.", website=proof.website
                ),
                tag=proof.asked,
            )
        case "file":
            return ClaimInstructions(
                summary=Text("Publish a text file with this content at this URL, then verify the claim."),
                path=proof.file,
                content=proof.text,
            )
        case "email":
            return ClaimInstructions(
                summary=text_with("Open the link that we emailed to %(email)s. It works for 30 days.", email=email)
            )


async def look(outside: PrepareContext, proof: Proof) -> ClaimCheck:
    """Check for the proof now. Errors are part of the result, never raised."""
    try:
        found, seen, detail = await _LOOKS[proof.method](outside, proof)
    except FetchFailed as failure:
        found, seen, detail = False, [], str(failure)
    except SandboxKilled:
        found, seen, detail = False, [], Text("We couldn't read the page within our time and memory limits.")
    shown = [text[:MAX_SEEN_LENGTH].replace("\0", "\ufffd") for text in seen[:MAX_SEEN]]  # PostgreSQL stores no NUL
    return ClaimCheck(at=outside.now, asked=proof.asked, where=proof.where, found=found, seen=shown, detail=detail)


Seen = tuple[bool, list[str], str]


async def _look_in_dns(outside: PrepareContext, proof: Proof) -> Seen:
    records = sorted(await outside.fetch.txt(proof.record))
    if any(_same(record.strip(), proof.text) for record in records):
        return True, records, Text("We found the record.")
    if not records:
        return False, [], Text("We found no such record yet. New records can take up to an hour to become visible.")
    return False, records, Text("We found TXT records, but none has this value.")


async def _look_in_head(outside: PrepareContext, proof: Proof) -> Seen:
    page = await outside.fetch.visit(proof.website)
    if wrong := _not_there(page.status, page.url, proof):
        return False, [], wrong
    contents = (await run(READ_HEAD, HeadPage(html=page.text, tag=NAME), owner=outside.owner)).contents
    if any(_same(content, proof.token) for content in contents):
        return True, contents, Text("We found the tag.")
    if not contents:
        return False, [], Text("The page has no such tag in its head.")
    return False, contents, Text("The page has the tag, but with different content.")


async def _look_in_file(outside: PrepareContext, proof: Proof) -> Seen:
    page = await outside.fetch.visit(proof.file, accept=("text/plain",), max_bytes=10_000)
    if wrong := _not_there(page.status, page.url, proof):
        return False, [], wrong
    lines = [line for line in re.split(r"\s+", page.text.lstrip("\ufeff")) if line]
    if any(_same(line, proof.text) for line in lines):
        return True, lines, Text("We found the file.")
    if not lines:
        return False, [], Text("The file exists but is empty.")
    return False, lines, Text("The file exists but does not contain this line.")


_LOOKS = {"dns": _look_in_dns, "meta": _look_in_head, "file": _look_in_file}


def _not_there(status: int, url: str, proof: Proof) -> str | None:
    if status >= 300:
        return text_with(STATUS, status=status)
    if domain_of(url) != proof.domain:
        return Text("The URL redirects to another site, which does not prove that you own this one.")
    return None


def _same(one: str, other: str) -> bool:
    return compare_digest(one.encode(), other.encode())
