"""Prompts that a person picks in their client: the common errands, with the tools to call and what not to do."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

import mcp_types as types

from showground.core.calls.context import Site


@dataclass(frozen=True, slots=True)
class PromptInput:
    """One argument of a prompt. `values_at`: the path of the list whose items it names, for completions."""

    name: str
    description: str
    required: bool = False
    values_at: str = ""


@dataclass(frozen=True, slots=True)
class PromptTemplate:
    name: str
    title: str
    description: str
    inputs: tuple[PromptInput, ...]
    text: str
    without: Mapping[str, str]
    """What an argument that was not given is replaced with."""

    @property
    def entry(self) -> types.Prompt:
        return types.Prompt(
            name=self.name,
            title=self.title,
            description=self.description,
            arguments=[
                types.PromptArgument(name=one.name, description=one.description, required=one.required)
                for one in self.inputs
            ],
        )

    @property
    def words(self) -> set[str]:
        """The words of the text, among them the names of tools."""
        return set(re.findall(r"\w+", self.text))

    def missing(self, given: Mapping[str, str]) -> list[str]:
        return [one.name for one in self.inputs if one.required and not given.get(one.name, "").strip()]

    def write(self, given: Mapping[str, str], site: Site) -> types.GetPromptResult:
        values = {name: text.strip() for name, text in given.items() if text.strip()}
        text = self.text.format_map({"site": site.name, **self.without, **values})
        message = types.PromptMessage(role="user", content=types.TextContent(text=text))
        return types.GetPromptResult(description=self.description, messages=[message])


LAUNCH_MY_PRODUCT = PromptTemplate(
    name="launch_my_product",
    title="Launch my product",
    description="Draft a listing from a website, review it together, and publish it.",
    inputs=(PromptInput("url", "The product's website.", required=True),),
    without={},
    text="""\
List my product on {site}. Its website is {url}

1. Call create_draft with this URL, then get_draft with wait 25 until its status is ready.
2. Show me each value with the quote it comes from, the problems, and what is missing. Ask me for what the website \
does not state; never make it up.
3. Put my answers in with update_draft. When I agree with the result, call submit_draft.
4. Ask how I want to publish. Free: choose_free_plan, with a badge on my homepage and a launch some weeks ahead. Paid, \
if list_products has a launch: show me the total from quote_order first, then call checkout_order and give me its \
checkout_url. I pay there myself; never ask for card details.
5. Tell me the launch week and what is left to do.""",
)

FIND_AN_ALTERNATIVE = PromptTemplate(
    name="find_an_alternative",
    title="Find an alternative",
    description="Find listings that could replace a product, and compare the best ones.",
    inputs=(
        PromptInput("product", "The product to replace.", required=True, values_at="/listings"),
        PromptInput("needs", "What matters to you, such as price, country or a feature."),
    ),
    without={"needs": "nothing in particular"},
    text="""\
Find me an alternative to {product} on {site}. What matters to me: {needs}

1. Find it with search_listings and take its slug. If it is not listed, search for what it does instead.
2. Call list_alternatives, and search_listings once more with what matters to me.
3. Call compare_listings for the two best. An empty cell means that neither listing states the fact, not \
that it is false.
4. Recommend one and say why. Name the facts you rely on with their quotes, and say what is not stated. Give me the \
links.""",
)

WEEKLY_REPORT = PromptTemplate(
    name="weekly_report",
    title="Weekly report",
    description="Sum up a launch week: winners, notable launches and what comes next.",
    inputs=(
        PromptInput("week", "`this`, `last` or a date, such as 2026-03-09. Without it, last week."),
        PromptInput("category", "Only launches of this category.", values_at="/categories"),
    ),
    without={"week": "last", "category": "all"},
    text="""\
Write a short report on a launch week of {site}. Week: {week}. Category: {category}

1. Call get_launch_week for the week, and list_awards for the winners.
2. For the three most voted launches, call get_listing and say in one sentence each what they do and for whom, in the \
words of their own pages.
3. If a category other than all is named, keep only its launches.
4. End with what launches next: get_launch_week with next. The billboard is a paid ranking: leave it out.""",
)

PROMPTS = {prompt.name: prompt for prompt in (LAUNCH_MY_PRODUCT, FIND_AN_ALTERNATIVE, WEEKLY_REPORT)}
