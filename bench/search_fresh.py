"""How soon another process finds a new listing by its mistyped name: each round is one commit and one search."""

import asyncio
import json
import sys
import time
from statistics import median

from bench.search_corpus import NOW, open_dispatcher
from showground.core.calls.dispatch import Dispatcher
from showground.listings import new_listings
from showground.search import Search, results

ROUNDS = 20
LETTERS = "bcdfghjklmnpqrstvwxz"


async def measure_freshness(dispatcher: Dispatcher, url: str) -> dict[str, float]:
    """Milliseconds from the end of a commit until the other process has the new listing; the listings are deleted."""
    command = (sys.executable, "-m", "bench.search_fresh", url)
    other = await asyncio.create_subprocess_exec(
        *command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    assert other.stdin is not None
    assert other.stdout is not None
    taken: list[float] = []
    added: list[int] = []
    try:
        for number in range(ROUNDS + 1):
            name = f"fresh{LETTERS[number % 20]}omatic{LETTERS[number // 20]}"
            async with dispatcher.database.transaction() as db:
                added += await new_listings.add_listings(db, [_listing(name)])
            begun = time.perf_counter()
            other.stdin.write(f"{name[:3]}{name[4]}{name[3]}{name[5:]}\n".encode())
            found = json.loads(await other.stdout.readline())
            taken.append((time.perf_counter() - begun) * 1e3)
            if name not in found:
                raise RuntimeError(f"{name} was not found by its mistyped name; what was: {found}")
    finally:
        other.stdin.close()
        await other.wait()
        async with dispatcher.database.transaction() as db:
            await db.execute("delete from listing where id = any(%s)", (added,))
    taken = taken[1:]  # the first one waits for the process to start
    print(f"\nfound by another process after a commit: {median(taken):.1f} ms in the middle, {max(taken):.1f} at most")
    return {"median": median(taken), "most": max(taken)}


def _listing(name: str) -> new_listings.NewListing:
    website = f"https://{name}.example/"
    return new_listings.NewListing(
        slug=name, website=website, status="live", created_at=NOW, updated_at=NOW, live_at=NOW, name=name
    )


async def answer(url: str) -> None:
    """Search for each line that is read, and tell the slugs that are found."""
    async with open_dispatcher(url) as dispatcher, dispatcher.database.reading() as db:
        while line := await asyncio.to_thread(sys.stdin.readline):
            found = await results.find(db, Search(q=line.strip(), page=1, per_page=20))
            slugs = [json.loads(summary.replace("\x01", ""))["slug"] for summary in found.summaries]
            print(json.dumps(slugs), flush=True)


if __name__ == "__main__":
    asyncio.run(answer(sys.argv[1]))
