"""Tokens of tinycss2. Its types leave out what each kind of token has, so a token is taken as it is."""

from collections.abc import Iterable
from typing import Any, TypeAlias, cast

import tinycss2

Token: TypeAlias = Any
"""Has a `type`, such as `ident`, and by its type `value`, `lower_value`, `arguments`, `content` and others."""


def parse_values(text: str) -> list[Token]:
    return cast("list[Token]", tinycss2.parse_component_value_list(text))


def serialize(tokens: Iterable[Token]) -> str:
    return tinycss2.serialize(list(tokens))
