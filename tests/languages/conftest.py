"""A site in English and German, and one that speaks a language which its operator added."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from tests.support.world import World, running_world

HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'
# An operator's file: Arabic has six forms of plurals and is written from right to left.
ARABIC = (
    HEADER
    + '"Language: ar\\n"\n\n'
    + 'msgid "Sign in"\nmsgstr "تسجيل الدخول"\n\n'
    + 'msgid "Skip to content"\nmsgstr "تخطَّ إلى المحتوى"\n'
)


@pytest.fixture
async def english_and_german(database_url: str) -> AsyncGenerator[World]:
    async with running_world(database_url, languages=("en", "de")) as world:
        await world.add_person("alice")
        await world.hear_all()
        yield world


@pytest.fixture
async def arabic(database_url: str, tmp_path: Path) -> AsyncGenerator[World]:
    (tmp_path / "locale").mkdir()
    (tmp_path / "locale" / "ar.po").write_text(ARABIC, encoding="utf-8")
    async with running_world(database_url, languages=("ar", "en"), theme_dir=tmp_path) as world:
        yield world
