"""Commands that print the API, the settings and the retention rules, and the one that checks the installation."""

import argparse
import sys

from showground.settings import Settings, describe


def print_openapi(settings: Settings, arguments: argparse.Namespace) -> None:  # noqa: ARG001
    from showground.accounts import SCOPES
    from showground.core.calls.context import Site
    from showground.registry import all_operations
    from showground.surfaces.openapi import document as openapi

    document = openapi.document(all_operations(), Site(settings.site_name, settings.site_url), SCOPES)
    _print(openapi.encode_for_reading(document).decode())


def print_settings(settings: Settings, arguments: argparse.Namespace) -> None:  # noqa: ARG001
    _print(describe())


def print_retention(settings: Settings, arguments: argparse.Namespace) -> None:  # noqa: ARG001
    from showground.core.retention import describe
    from showground.registry import all_retention_rules

    _print(describe(all_retention_rules()))


def examine(settings: Settings, arguments: argparse.Namespace) -> int:  # noqa: ARG001
    from showground.doctor import examine

    return examine(settings)


def _print(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
