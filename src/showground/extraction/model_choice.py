"""The language model that drafts, if one is configured."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """The model that drafts, as the operator configured it.

    `name` is `anthropic:NAME` for Anthropic. Other names are for a server with OpenAI's API, at `url` or OpenAI's own.
    """

    name: str
    url: str | None = None
    key: str | None = field(default=None, repr=False)
