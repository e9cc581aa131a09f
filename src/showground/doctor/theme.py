"""Checks the theme."""

from collections.abc import Iterator

from showground.doctor.models import CheckResult
from showground.settings import Settings


def check_theme(settings: Settings) -> Iterator[CheckResult]:
    theme = settings.find_theme()
    if theme is None:
        return
    from showground.surfaces.web.theme_check import find_theme_problems  # noqa: PLC0415 - imports the whole website

    problems = find_theme_problems(theme)
    for problem in problems:
        yield CheckResult("theme", fine=False, sentence=problem.sentence)
    if not problems:
        yield CheckResult("theme", fine=True, sentence=f"{theme} can be used")
