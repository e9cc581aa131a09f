"""Where fetching stops: size, time, redirects, kinds of content."""

import gzip
import tracemalloc
import zlib
from collections.abc import Iterator

import pytest

from showground.core.fetch import (
    BadAnswer,
    BadUrl,
    Fetcher,
    NotReachable,
    TimedOut,
    TooLarge,
    TooManyRedirects,
    WrongType,
)
from tests.support.ports import closed_port
from tests.support.site import Answer, Site, redirect

pytestmark = pytest.mark.anyio


def endless() -> Iterator[bytes]:
    while True:
        yield b"x" * 65536


def endless_gzip_of_nothing() -> Iterator[bytes]:
    yield gzip.compress(b"")[:10]
    empty_block = b"\0\0\0\xff\xff"
    while True:
        yield empty_block * 10_000


def gzip_bomb(megabytes: int) -> bytes:
    packing = zlib.compressobj(9, wbits=31)
    packed = b"".join(packing.compress(b"\0" * 1_000_000) for _ in range(megabytes))
    return packed + packing.flush()


async def test_a_body_at_the_limit(fetcher: Fetcher, site: Site) -> None:
    site.pages["/declared"] = "x" * 1000
    site.pages["/undeclared"] = Answer([b"x" * 500, b"x" * 500])
    site.pages["/gzip"] = Answer(gzip.compress(b"x" * 1000), headers={"Content-Encoding": "gzip"})
    for path in site.pages:
        page = await fetcher.get(site.url + path, max_bytes=1000)
        assert page.body in (b"x" * 1000, b"<h1>Good</h1>")
    for path in ("/declared", "/undeclared", "/gzip"):
        with pytest.raises(TooLarge):
            await fetcher.get(site.url + path, max_bytes=999)


async def test_a_declared_length_is_refused_unread(fetcher: Fetcher, site: Site) -> None:
    # The body never comes: reading it would end in the time limit, not in this failure.
    site.pages["/"] = Answer(site.drip(), headers={"Content-Length": "3000000"})
    with pytest.raises(TooLarge):
        await fetcher.get(site.url)


async def test_an_endless_body(fetcher: Fetcher, site: Site) -> None:
    site.pages["/plain"] = Answer(endless())
    site.pages["/gzip"] = Answer(endless_gzip_of_nothing(), headers={"Content-Encoding": "gzip"})
    for path in ("/plain", "/gzip"):
        with pytest.raises(TooLarge):
            await fetcher.get(site.url + path, max_bytes=100_000)


async def test_a_gzip_bomb_is_never_unpacked(fetcher: Fetcher, site: Site) -> None:
    bomb = gzip_bomb(50)
    assert len(bomb) < 65536  # it comes in one piece
    site.pages["/"] = Answer(bomb, headers={"Content-Encoding": "gzip"})
    tracemalloc.start()
    try:
        with pytest.raises(TooLarge):
            await fetcher.get(site.url, max_bytes=1_000_000)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 5_000_000


@pytest.mark.parametrize("encoding", ["br", "deflate", "zstd", "gzip, gzip", "compress"])
async def test_other_encodings_are_not_unpacked(fetcher: Fetcher, site: Site, encoding: str) -> None:
    site.pages["/"] = Answer(b"whatever", headers={"Content-Encoding": encoding})
    with pytest.raises(BadAnswer):
        await fetcher.get(site.url)
    assert site.requests[0].headers["Accept-Encoding"] == "gzip"


@pytest.mark.parametrize("body", [b"not gzip at all", gzip.compress(b"x" * 1000)[:-4]], ids=["not gzip", "cut short"])
async def test_broken_gzip(fetcher: Fetcher, site: Site, body: bytes) -> None:
    site.pages["/"] = Answer(body, headers={"Content-Encoding": "gzip"})
    with pytest.raises(BadAnswer):
        await fetcher.get(site.url)


async def test_a_slow_drip_ends_at_the_deadline(fetcher: Fetcher, site: Site) -> None:
    site.pages["/"] = Answer(site.drip())
    with pytest.raises(TimedOut):
        await fetcher.get(site.url, seconds=0.3)


async def test_slow_redirects_share_one_deadline(fetcher: Fetcher, site: Site) -> None:
    def hesitate(_: object) -> Answer:
        site.closing.wait(0.2)
        return redirect("/")

    site.pages["/"] = hesitate
    with pytest.raises(TimedOut):
        await fetcher.get(site.url, seconds=0.5, max_redirects=100)


async def test_a_site_that_never_answers(fetcher: Fetcher, site: Site) -> None:
    def silence(_: object) -> Answer:
        site.closing.wait()
        return Answer()

    site.pages["/"] = silence
    with pytest.raises(TimedOut):
        await fetcher.get(site.url, seconds=0.3)


async def test_endless_redirects(fetcher: Fetcher, site: Site) -> None:
    site.pages["/"] = redirect("/")
    with pytest.raises(TooManyRedirects):
        await fetcher.get(site.url)
    assert len(site.requests) == 6


async def test_a_redirect_to_an_endless_address_is_refused_unread(
    fetcher: Fetcher, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Parsing 100 kB of combining marks takes seconds."""

    def join(*_: str) -> str:
        raise AssertionError("it was parsed")

    monkeypatch.setattr("showground.core.fetch.fetcher.urljoin", join)
    site.pages["/"] = redirect("https://a" + "x" * 20_000 + ".example/")
    with pytest.raises(BadUrl):
        await fetcher.get(site.url)


async def test_redirects_refused_altogether(fetcher: Fetcher, site: Site) -> None:
    site.pages["/away"] = redirect("/")
    with pytest.raises(TooManyRedirects):
        await fetcher.get(f"{site.url}/away", max_redirects=0)
    assert len(site.requests) == 1


async def test_content_of_another_kind(fetcher: Fetcher, site: Site) -> None:
    site.pages["/picture"] = Answer(b"x", type="image/png")
    site.pages["/untyped"] = Answer(b"x", type=None)
    for path in ("/picture", "/untyped"):
        with pytest.raises(WrongType):
            await fetcher.get(site.url + path)
        assert (await fetcher.get(site.url + path, accept=())).body == b"x"
    assert (await fetcher.get(f"{site.url}/picture", accept=["image/*"])).content_type == "image/png"
    with pytest.raises(WrongType):
        await fetcher.get(site.url, accept=["image/*", "application/json"])


async def test_headers_without_end(fetcher: Fetcher, site: Site) -> None:
    site.pages["/"] = Answer("x", headers={f"X-{number}": "x" * 5000 for number in range(60)})
    with pytest.raises(BadAnswer):
        await fetcher.get(site.url)


async def test_an_answer_that_makes_no_sense(fetcher: Fetcher, site: Site) -> None:
    site.pages["/"] = Answer("x", headers={"Content-Length": "many"})
    with pytest.raises(BadAnswer):
        await fetcher.get(site.url)


async def test_an_answer_broken_off(fetcher: Fetcher, site: Site) -> None:
    site.pages["/"] = Answer("short", headers={"Content-Length": "1000"})
    with pytest.raises(BadAnswer):
        await fetcher.get(site.url)


async def test_nobody_listens(fetcher: Fetcher) -> None:
    with closed_port("127.0.0.2") as port:
        for name in ("127.0.0.2", "good.test"):
            with pytest.raises(NotReachable):
                await fetcher.get(f"http://{name}:{port}")
