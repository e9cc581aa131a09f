"""Which drafter an installation has."""

from .drafter import Drafter
from .extractive import ExtractiveDrafter


def make_drafter(model: str | None, url: str | None, key: str | None) -> Drafter:
    """The drafter for these settings; without a model, the one that needs none.

    `model` is the model's name: `anthropic:NAME` for Anthropic, else any server that speaks OpenAI's language, at `url`
    or at OpenAI's own. Nothing is asked before the first draft.
    """
    if not model:
        return ExtractiveDrafter()
    # Heavy, and needed only where a model is set.
    from .model import ModelDrafter  # noqa: PLC0415

    provider, _, name = model.rpartition(":")
    if provider == "anthropic":
        from pydantic_ai.models.anthropic import AnthropicModel  # noqa: PLC0415
        from pydantic_ai.providers.anthropic import AnthropicProvider  # noqa: PLC0415

        return ModelDrafter(AnthropicModel(name, provider=AnthropicProvider(api_key=key or "", base_url=url)))
    from pydantic_ai.models.openai import OpenAIChatModel  # noqa: PLC0415
    from pydantic_ai.providers.openai import OpenAIProvider  # noqa: PLC0415

    # Model names of other servers may hold colons, as in `qwen3:8b`.
    name = name if provider == "openai" else model
    return ModelDrafter(OpenAIChatModel(name, provider=OpenAIProvider(base_url=url, api_key=key or "none")))
