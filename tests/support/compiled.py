"""Compiled page templates, shared by all applications and processes of one run of the tests."""

import os
from functools import partial
from types import CodeType

from jinja2 import Environment, FileSystemBytecodeCache
from jinja2.bccache import Bucket

FOLDER = "COMPILED_TEMPLATES"  # the environment variable that tells all processes where they are


class CompiledTemplates(FileSystemBytecodeCache):
    """Files for other processes, and in memory what this one has used. What was changed is compiled again."""

    def __init__(self, folder: str) -> None:
        super().__init__(folder)
        self._code: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._code.get((bucket.key, bucket.checksum))
        if bucket.code is None:
            super().load_bytecode(bucket)
            self._keep(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        super().dump_bytecode(bucket)
        self._keep(bucket)

    def _keep(self, bucket: Bucket) -> None:
        if bucket.code is not None:
            self._code[bucket.key, bucket.checksum] = bucket.code


def compiling_once() -> partial[Environment]:
    """Jinja's environment, for use in place of it, which takes and keeps compiled templates."""
    return partial(Environment, bytecode_cache=CompiledTemplates(os.environ[FOLDER]))
