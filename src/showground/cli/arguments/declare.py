"""How a command is declared: its help text, the function that runs it, and numbers within bounds."""

import argparse
from collections.abc import Callable
from textwrap import dedent
from typing import Any

Parsers = Any  # argparse has no public name for the type that add_subparsers returns


def add_group(kinds: Parsers, name: str, words: str) -> Parsers:
    return kinds.add_parser(name, help=words, description=sentence(words)).add_subparsers(
        title="commands", required=True, metavar="COMMAND"
    )


def add_command(kinds: Parsers, name: str, run: Callable[..., Any], words: str, more: str) -> argparse.ArgumentParser:
    made: argparse.ArgumentParser = kinds.add_parser(
        name, help=words, description=dedent(more).strip(), formatter_class=_Paragraphs
    )
    made.set_defaults(run=run)
    return made


def sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."


class _Paragraphs(argparse.HelpFormatter):
    """Wraps each paragraph of a description, but leaves indented examples alone."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        fill, parts = super()._fill_text, text.split("\n\n")
        return "\n\n".join(part if part.startswith(" ") else fill(part, width, indent) for part in parts)


def number(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isdecimal() or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text} is not a number from {least} to {most}")
        return int(text)

    return read
