"""Checks the theme."""

from collections.abc import Iterator

from showground.doctor.models import CheckResult
from showground.settings import Settings
from showground.surfaces.web.theme_check import find_theme_problems


def check_theme(settings: Settings) -> Iterator[CheckResult]:
    theme = settings.find_theme()
    if theme is None:
        return
    problems = find_theme_problems(theme)
    for problem in problems:
        yield CheckResult("theme", fine=False, sentence=problem.sentence)
    if not problems:
        yield CheckResult("theme", fine=True, sentence=f"{theme} can be used")
