"""How right drafts are, field by field, over the labelled websites: `python -m bench.drafting [SITE ...]`."""

import asyncio
import sys
import time

from showground.drafting.drafters import ExtractiveDrafter
from tests.drafting.labelled import NAMES, compare, draft_labelled, new_scores


async def measure(names: list[str]) -> None:
    scores = new_scores()
    faults: list[str] = []
    begun = time.perf_counter()
    for name in names:
        reading, proposal = await draft_labelled(name, ExtractiveDrafter())
        faults += compare(name, proposal, scores)
        problems = [problem.code for problem in (*reading.problems, *proposal.problems)]
        print(f"{name:16}{len(reading.pages):3} pages  {', '.join(problems)}")
    print(f"\n{'field':20}{'right':>7}{'wrong':>7}{'missed':>7}{'precision':>11}{'recall':>8}")
    for field, score in scores.items():
        print(f"{field:20}{score.right:7}{score.wrong:7}{score.missed:7}{score.precision:11.3f}{score.recall:8.3f}")
    print(f"\n{len(names)} sites in {time.perf_counter() - begun:.2f} s", *faults, sep="\n")


if __name__ == "__main__":
    asyncio.run(measure(sys.argv[1:] or NAMES))
