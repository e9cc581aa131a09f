"""Hostile files uploaded as a logo: each is drawn within limits, or refused with a sentence that says how to fix it."""

import io
import struct
import zlib

import pytest
from PIL import Image

from showground.core.sandbox import SandboxKilled, run
from showground.ownership.sandbox_calls import REENCODE_LOGO, LogoPicture, SentPicture

pytestmark = pytest.mark.anyio

SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" {}>{}</svg>'
RED_SQUARE = '<rect width="10" height="10" fill="#f00"/>'


async def reencode(content: bytes) -> LogoPicture:
    return await run(REENCODE_LOGO, SentPicture(content=content), owner="test")


def encode(form: str = "PNG", size: tuple[int, int] = (64, 48), mode: str = "RGB", colour: str = "#ff0000") -> bytes:
    written = io.BytesIO()
    made = Image.new(mode, size, colour)
    exif = made.getexif()
    exif[0x010E] = "taken at home, 52.1 N"
    exif[0x0112] = 6  # lies on its side
    made.save(written, form, **({"exif": exif} if form in ("JPEG", "WEBP") else {}))
    return written.getvalue()


def svg(inside: str = RED_SQUARE, attributes: str = 'viewBox="0 0 10 10"') -> bytes:
    return SVG.format(attributes, inside).encode()


def opened(made: LogoPicture) -> Image.Image:
    assert made.problem == ""
    read = Image.open(io.BytesIO(made.content))
    assert read.format == "WEBP"
    assert read.width == read.height <= 512
    return read.convert("RGBA")


def middle(made: LogoPicture) -> tuple[int, ...]:
    read = opened(made)
    pixel = read.getpixel((read.width // 2, read.height // 2))
    assert isinstance(pixel, tuple)
    return pixel


def is_red(pixel: tuple[int, ...]) -> bool:
    return pixel[0] > 240 and max(pixel[1:3]) < 15 and pixel[3] == 255


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP"])
async def test_photos_become_a_square_without_metadata(form: str) -> None:
    made = await reencode(encode(form, (1400, 700)))
    assert is_red(middle(made))
    assert opened(made).size == (512, 512)
    assert b"taken at home" not in made.content
    assert not opened(made).getexif()


async def test_an_svg_is_drawn_at_our_size_whatever_size_it_names() -> None:
    for size in ('viewBox="0 0 10 10"', 'width="10" height="10"', 'width="9e7" height="9e7" viewBox="0 0 10 10"'):
        assert is_red(middle(await reencode(svg(attributes=size)))), size


async def test_a_wide_svg_keeps_its_proportions() -> None:
    read = opened(await reencode(svg(attributes='viewBox="0 0 10 5" width="10" height="5"')))
    assert read.getpixel((256, 20)) == (0, 0, 0, 0)
    assert is_red(read.getpixel((256, 256)))  # pyright: ignore[reportArgumentType]


async def test_a_white_logo_gets_a_dark_ground() -> None:
    drawn = '<circle cx="5" cy="5" r="4" fill="{}"/>'
    for colour, is_dark in (("#fff", True), ("#fafafa", True), ("#0a7", False), ("#000", False)):
        corner = opened(await reencode(svg(drawn.format(colour)))).getpixel((4, 4))
        assert isinstance(corner, tuple)
        assert corner[3] == (255 if is_dark else 0), colour
    assert opened(await reencode(encode(colour="#fff", size=(64, 64)))).getpixel((4, 4)) == (255, 255, 255, 255)


async def test_a_file_that_is_also_a_page_or_an_archive_loses_that_part() -> None:
    made = await reencode(encode() + b"<script>alert(1)</script>PK\x05\x06" + bytes(18))
    assert is_red(middle(made))
    assert b"script" not in made.content
    assert b"PK\x05\x06" not in made.content


def bomb(width: int, height: int) -> bytes:
    """A few kilobytes that unpack to gigabytes."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    packed = zlib.compress(bytes(10_000_000), 9)
    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "not a PNG, JPEG, WebP or SVG"),
        (b"<!doctype html><script>alert(1)</script>", "not a PNG, JPEG, WebP or SVG"),
        (b"%PDF-1.7", "not a PNG, JPEG, WebP or SVG"),
        (encode("BMP"), "not a PNG, JPEG, WebP or SVG"),
        (encode("GIF", mode="P"), "not a PNG, JPEG, WebP or SVG"),
        (encode("PNG", (300, 300))[:120], "damaged or incomplete"),
        (encode("JPEG", (900, 900))[:700], "damaged or incomplete"),
        (bomb(30_000, 30_000), "too many pixels"),
        (bomb(6_000, 6_000), "6,000 by 6,000"),
        (encode("PNG", (8, 12)), "8 by 12"),
        (encode("PNG", mode="RGBA", colour="#ff000000"), "every pixel is transparent"),
        (svg("<text y='9'>Tidewater</text>"), "convert text to outlines"),
        (b"<svg", "not a PNG, JPEG, WebP or SVG"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'><g>", "can't be drawn"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'>\xff</svg>", "not UTF-8"),
        (b"\x1f\x8b\x08" + bytes(20), "SVGZ"),
        (
            b'<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + svg("<text>&x;</text>"),
            "XML entities",
        ),
        (
            b'<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
            + svg("<text>&b;</text>"),
            "XML entities",
        ),
    ],
    ids=lambda value: value[:24] if isinstance(value, str) else None,
)
async def test_unusable_files_are_refused_with_a_reason(content: bytes, words: str) -> None:
    made = await reencode(content)
    assert made.content == b""
    assert words in made.problem


@pytest.mark.parametrize(
    "inside",
    [
        "<script>document.location = 'http://127.0.0.1:9/'</script>",
        '<image href="http://127.0.0.1:9/x.png" width="10" height="10"/>',
        '<image href="file:///etc/hostname" width="10" height="10"/>',
        '<image href="{png}" width="10" height="10"/>',
        '<image xlink:href="{png}" width="10" height="10"/>',
        '<style>@import url("{png}"); @font-face {{ font-family: x; src: url("{png}") }}</style>',
        '<foreignObject width="10" height="10"><iframe src="{png}"/></foreignObject>',
        '<use href="{svg}#a"/>',
    ],
)
async def test_an_svg_loads_nothing_and_runs_nothing(inside: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("logo")
    Image.new("RGB", (10, 10), "#00f").save(folder / "blue.png")
    blue = f'<svg xmlns="http://www.w3.org/2000/svg"><g id="a">{RED_SQUARE.replace("f00", "00f")}</g></svg>'
    (folder / "blue.svg").write_text(blue)
    drawn = RED_SQUARE + inside.format(png=folder / "blue.png", svg=folder / "blue.svg")
    assert is_red(middle(await reencode(svg(drawn))))


@pytest.mark.parametrize(
    "content",
    [
        # Each level draws the one before ten times.
        svg(
            f'<g id="g0">{RED_SQUARE}</g>'
            + "".join(f'<g id="g{n + 1}">' + f'<use href="#g{n}"/>' * 10 + "</g>" for n in range(9))
        ),
        svg(
            '<filter id="f">'
            + '<feGaussianBlur stdDeviation="200"/>' * 3000
            + '</filter><rect filter="url(#f)" width="10" height="10"/>'
        ),
        svg("<g>" * 200_000 + RED_SQUARE + "</g>" * 200_000),
    ],
    ids=["copies of copies", "filters", "deeply nested"],
)
async def test_an_svg_bomb_ends_at_the_limits(content: bytes) -> None:
    """It is refused, or stopped by the sandbox, which refuses it too."""
    try:
        made = await reencode(content)
    except SandboxKilled:
        return
    assert made.problem != ""
