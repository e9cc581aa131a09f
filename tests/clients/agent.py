"""An agent that lists a product over MCP alone and guesses nothing: every call is one that the server named before.

It begins with the server's prompt, then does what `next_steps` of each answer say, with their arguments as they are. It
adds only what a step says it needs, in the words of the person, and asks them again for what an error names. Each call
is reported as a line of JSON.
"""

import asyncio
import json
import os
import re
import sys
from typing import Any, cast

import httpx2
from journey import Memory, Receiver, metadata, redirect, report
from mcp import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata
from mcp_types import TextContent, Tool

PROMPT = "launch_my_product"
MAX_CALLS = 40
PAUSE_SECONDS = 1.0  # before a step is repeated
Answer = dict[str, Any]


class Person:
    """Who the agent works for: what they answer when asked, which way they choose, and how they pay."""

    def __init__(self) -> None:
        self.answers: dict[str, list[Any]] = json.loads(os.environ["ANSWERS"])
        self.chosen: list[str] = json.loads(os.environ["CHOICES"])

    def has_answers(self, needs: list[str]) -> bool:
        return any(self.answers.get(path) for path in needs)

    def answer(self, path: str) -> Any:
        return self.answers[path].pop(0)

    def open(self, link: str) -> None:
        report("open", link)
        sys.stdin.readline()  # until they are done there


class Agent:
    def __init__(self, client: Client, tools: list[Tool], person: Person) -> None:
        self.client = client
        self.tools = {tool.name for tool in tools}
        self.last_step: Answer | None = None
        self.person = person
        self.calls = 0

    async def launch(self, url: str) -> None:
        prompt = await self.client.get_prompt(PROMPT, {"url": url})
        text = "".join(message.content.text for message in prompt.messages if isinstance(message.content, TextContent))
        first = next(word for word in re.findall(r"\w+", text) if word in self.tools)
        answer = await self.call(first, {"url": url}, f"prompt {PROMPT}")
        while (answer.get("status"), answer.get("plan")) != ("live", "paid"):
            step = self.choose(answer["next_steps"])
            answer = await self.follow(step)
        report("live", answer["url"])

    def choose(self, steps: list[Answer]) -> Answer:
        """What the person chose, else what comes first. A link is for the person, and the step after it for us."""
        for step in steps:
            if step["code"] in self.person.chosen or (step["needs"] and self.person.has_answers(step["needs"])):
                return step
        for step in steps:
            if step["tool"] is not None:
                return step
            self.person.open(step["link"])
        raise RuntimeError(f"no step to take: {steps}")

    async def follow(self, step: Answer) -> Answer:
        if step == self.last_step:
            await asyncio.sleep(PAUSE_SECONDS)
        self.last_step = step
        because, asked = f"next step {step['code']}", step["needs"]
        arguments = json.loads(json.dumps(step["arguments"]))
        while True:
            for path in asked:
                if self.person.has_answers([path]):
                    put(arguments, path, self.person.answer(path))
            answer = await self.call(step["tool"], arguments, because)
            if "errors" not in answer:
                return answer
            because, asked = f"error of {step['tool']}", [error["field"] for error in answer["errors"]]
            if not self.person.has_answers(asked):
                raise RuntimeError(f"nobody can correct {asked}")

    async def call(self, tool: str, arguments: Answer, because: str) -> Answer:
        self.calls += 1
        if self.calls > MAX_CALLS:
            raise RuntimeError("too many calls")
        result = await self.client.call_tool(tool, arguments)
        if result.is_error:  # the problem, as JSON
            answer: Answer = json.loads("".join(part.text for part in result.content if isinstance(part, TextContent)))
            told = "; ".join(f"{error['field']}: {error['message']}" for error in answer["errors"])
        else:
            answer = cast("Answer", result.structured_content)
            told = tell(answer)
        report("call", {"because": because, "tool": tool, "arguments": arguments, "answer": told})
        return answer


def tell(answer: Answer) -> str:
    """An answer in a few words, for people."""
    words = [f"status {answer['status']}"] if "status" in answer else []
    words += [f"plan {answer['plan']}"] if "plan" in answer else []
    words += [f"total {answer['total_cents']} USD cents"] if "total_cents" in answer else []
    return ", ".join(words)


def put(arguments: Answer, path: str, value: Any) -> None:
    """Put a value where a path such as `fields.categories` or `items[0].week` points to."""
    *parents, last = re.findall(r"\w+", path)
    place: Any = arguments
    for name in parents:
        place = place[int(name)] if name.isdigit() else place.setdefault(name, {})
    place[last] = value


async def main() -> None:
    receiver = Receiver()

    async def returned() -> AuthorizationCodeResult:
        told = await receiver.next()
        return AuthorizationCodeResult(code=told["code"], state=told.get("state"), iss=told.get("iss"))

    app = OAuthClientMetadata.model_validate(metadata(receiver))
    oauth = OAuthClientProvider(os.environ["MCP"], app, Memory(), redirect, returned)
    async with (
        httpx2.AsyncClient(auth=oauth, timeout=60) as http,
        Client(streamable_http_client(os.environ["MCP"], http_client=http)) as client,
    ):
        agent = Agent(client, (await client.list_tools()).tools, Person())
        await agent.launch(os.environ["PRODUCT"])


asyncio.run(main())
