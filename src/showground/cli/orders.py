"""The command that pays an order in the sandbox."""

import argparse

from showground.cli.resources import caller, with_dispatcher
from showground.settings import Settings


def pay(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.orders.sandbox_payment import pay

    complete = with_dispatcher(settings, lambda dispatcher: pay(dispatcher, caller(dispatcher), arguments.number))
    print(f"{arguments.number} is paid" + (" and fulfilled." if complete else ". Part of it is not fulfilled yet."))
