"""The language model that drafts, if one is configured."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """The model that drafts, as the operator set it.

    `name` is `anthropic:NAME` for Anthropic, else that of any server that speaks OpenAI's language, at `url` or at
    OpenAI's own.
    """

    name: str
    url: str | None = None
    key: str | None = field(default=None, repr=False)
