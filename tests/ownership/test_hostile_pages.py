"""Homepages and pictures that are made to keep us busy: they are parsed elsewhere, and not for long."""

import pytest
from selectolax import lexbor

from showground.ownership import badge_check, proofs
from showground.ownership.actions import media as uploads
from showground.ownership.actions.media import UploadMedia, upload_media
from showground.ownership.errors import PictureRefused
from tests.support.hostile import endless, others_are_answered_during
from tests.support.owner_homepages import Street

pytestmark = pytest.mark.anyio

NESTED = "<div>" * 40_000  # 200 kB; the time to parse it grew with the square of its length
OVER_LIMITS = "We couldn't read the page within our time and memory limits."


async def test_a_claim_check_parses_in_another_process(street: Street, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(lexbor, "LexborHTMLParser")  # in this process
    await street.add(status="live", members={})
    made = await street.call("POST", "/claims", {"slug": "tidewater", "method": "meta"}, by="charlie", status=201)
    tag = made["instructions"]["tag"]
    street.home.pages["/"] = f"<head>{tag}</head>{NESTED}"
    told = await street.call("POST", f"/claims/{made['id']}/verify", by="charlie")
    ends = (("verified", "We found the tag."), ("pending", OVER_LIMITS))
    assert (told["status"], told["last_check"]["detail"]) in ends


async def test_a_claim_check_without_end_is_stopped(street: Street, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proofs, "READ_HEAD", endless(proofs.READ_HEAD))
    await street.add(status="live", members={})
    made = await street.call("POST", "/claims", {"slug": "tidewater", "method": "meta"}, by="charlie", status=201)
    verified = street.call("POST", f"/claims/{made['id']}/verify", by="charlie")
    told = await others_are_answered_during(street.world, verified)
    assert (told["status"], told["last_check"]["detail"]) == ("pending", OVER_LIMITS)


async def test_a_badge_check_without_end_is_stopped(street: Street, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(badge_check, "SEARCH_BADGE", endless(badge_check.SEARCH_BADGE))
    number = await street.add()
    chosen = street.call("POST", f"/me/listings/{number}/free")
    told = await others_are_answered_during(street.world, chosen)
    assert (told["status"], told["badge_check"]["found"]) == ("awaiting_badge", False)
    assert told["badge_check"]["detail"] == OVER_LIMITS


async def test_a_badge_check_parses_in_another_process(street: Street, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(lexbor, "LexborHTMLParser")  # in this process
    number = await street.add()
    street.show(NESTED)
    told = await street.call("POST", f"/me/listings/{number}/free")
    assert (told["status"], told["badge_check"]["found"]) == ("awaiting_badge", False)


async def test_a_picture_without_end_is_refused(street: Street, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "REENCODE", endless(uploads.REENCODE))
    number = await street.add()
    upload = street.world.dispatcher.call(
        upload_media, street.person("alice"), UploadMedia(listing_id=number, content=b"\x89PNG\r\n")
    )
    with pytest.raises(PictureRefused):
        await others_are_answered_during(street.world, upload)
