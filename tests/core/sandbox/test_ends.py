"""The template and its children end with the process that started them."""

import signal
import subprocess
import sys

import pytest

from tests.core.sandbox import caller
from tests.support.command import ROOT, before_long, is_group_gone


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_left_of_a_caller_that_ends(number: signal.Signals) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", caller.__name__], cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "calling\n"
        process.send_signal(number)
        process.wait()
        assert before_long(lambda: is_group_gone(process.pid))
