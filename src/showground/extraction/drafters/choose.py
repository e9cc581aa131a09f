"""Chooses the drafter from the settings."""

from showground.core.sandbox import CpuBudget
from showground.extraction.drafters.drafter import Drafter
from showground.extraction.drafters.extractive_drafter import ExtractiveDrafter
from showground.extraction.model_choice import ModelChoice


def make_drafter(choice: ModelChoice | None, budget: CpuBudget | None = None) -> Drafter:
    """The drafter with the configured model, or else the one without. Makes no request to the model yet."""
    extractive = ExtractiveDrafter(budget)
    if choice is None:
        return extractive
    # Imported late: slow to load, and needed only with a model.
    from showground.extraction.drafters.model import ModelDrafter  # noqa: PLC0415

    provider, _, name = choice.name.rpartition(":")
    if provider == "anthropic":
        from pydantic_ai.models.anthropic import AnthropicModel  # noqa: PLC0415
        from pydantic_ai.providers.anthropic import AnthropicProvider  # noqa: PLC0415

        anthropic = AnthropicProvider(api_key=choice.key or "", base_url=choice.url)
        return ModelDrafter(AnthropicModel(name, provider=anthropic), extractive)
    from pydantic_ai.models.openai import OpenAIChatModel  # noqa: PLC0415
    from pydantic_ai.providers.openai import OpenAIProvider  # noqa: PLC0415

    # Model names of other servers may hold colons, as in `qwen3:8b`.
    name = name if provider == "openai" else choice.name
    openai = OpenAIProvider(base_url=choice.url, api_key=choice.key or "none")
    return ModelDrafter(OpenAIChatModel(name, provider=openai), extractive)
