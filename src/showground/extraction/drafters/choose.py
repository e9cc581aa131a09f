"""Chooses the drafter and the language model from the settings."""

from typing import TYPE_CHECKING

from showground.core.sandbox import CpuBudget
from showground.extraction.drafters.drafter import Drafter
from showground.extraction.drafters.extractive_drafter import ExtractiveDrafter
from showground.extraction.model_choice import ModelChoice

if TYPE_CHECKING:
    from pydantic_ai.models import Model


def make_drafter(choice: ModelChoice | None, budget: CpuBudget | None = None) -> Drafter:
    """The drafter with the configured model, or else the one without. Makes no request to the model yet."""
    extractive = ExtractiveDrafter(budget)
    if choice is None:
        return extractive
    # Imported late: slow to load, and needed only with a model.
    from showground.extraction.drafters.model import ModelDrafter  # noqa: PLC0415

    return ModelDrafter(make_model(choice), extractive)


def make_model(choice: ModelChoice) -> "Model":
    """The configured model. Makes no request to it yet."""
    provider, _, name = choice.name.rpartition(":")
    if provider == "anthropic":
        from pydantic_ai.models.anthropic import AnthropicModel  # noqa: PLC0415
        from pydantic_ai.providers.anthropic import AnthropicProvider  # noqa: PLC0415

        anthropic = AnthropicProvider(api_key=choice.key or "", base_url=choice.url)
        return AnthropicModel(name, provider=anthropic)
    from pydantic_ai.models.openai import OpenAIChatModel  # noqa: PLC0415
    from pydantic_ai.providers.openai import OpenAIProvider  # noqa: PLC0415

    # Model names of other servers may hold colons, as in `qwen3:8b`.
    name = name if provider == "openai" else choice.name
    openai = OpenAIProvider(base_url=choice.url, api_key=choice.key or "none")
    return OpenAIChatModel(name, provider=openai)
