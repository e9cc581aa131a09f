"""What the outcomes come to: faults one by one, a table by field, and totals."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

from bench.real_sites.comparison import HARD_FACTS, LABELLED, Fault, Score
from bench.real_sites.drafts import AT_ONCE, Outcome

MIN_PRECISION, MIN_RECALL, MIN_CATEGORY, MAX_SECONDS = 0.97, 0.80, 0.80, 5.0
MAX_SHOWN = 160  # characters of a value or a quote


@dataclass(frozen=True)
class Totals:
    """Over some sites."""

    sites: int
    failed: int
    sites_with_false_values: int
    fields: dict[str, Score]
    hard_facts: Score
    category_first: float
    category_among_three: float
    draft_seconds: list[float]
    draft_cpu: list[float]


def total(outcomes: Sequence[Outcome]) -> Totals:
    drafted = [outcome for outcome in outcomes if not outcome.error]
    products = [outcome for outcome in drafted if outcome.label.category and not outcome.label.problem]
    fields: dict[str, Score] = {}
    hard_facts = Score()
    for outcome in drafted:
        for name, score in outcome.comparison.scores.items():
            fields.setdefault(name, Score()).add(score)
            if name in HARD_FACTS:
                hard_facts.add(score)
    order = {name: at for at, name in enumerate(LABELLED)}
    return Totals(
        sites=len(outcomes),
        failed=len(outcomes) - len(drafted),
        sites_with_false_values=sum(any(map(is_false, outcome.comparison.faults)) for outcome in drafted),
        fields={name: fields[name] for name in sorted(fields, key=lambda name: (order.get(name, len(order)), name))},
        hard_facts=hard_facts,
        category_first=_share(outcome.comparison.category_first for outcome in products),
        category_among_three=_share(outcome.comparison.category_among for outcome in products),
        draft_seconds=[outcome.draft_seconds for outcome in drafted],
        draft_cpu=[outcome.draft_cpu for outcome in drafted],
    )


def show(outcomes: Sequence[Outcome], *, with_missed: bool = False) -> None:
    """Print somebody else's and invented values first, then the table, then what is wrong or missed."""
    faults = [fault for outcome in outcomes for fault in outcome.comparison.faults]
    _show_faults("Traps hit (values of somebody else, or not true of the product)", [f for f in faults if f.trap])
    _show_faults("Invented", [f for f in faults if f.kind == "invented" and not f.trap])
    _show_table(total(outcomes))
    _show_faults("Wrong", [f for f in faults if f.kind == "wrong" and not f.trap])
    if with_missed:
        _show_faults("Missed", [f for f in faults if f.kind == "missed"])
    _show_problems(outcomes)


def _show_faults(title: str, faults: Sequence[Fault]) -> None:
    print(f"\n{title}: {len(faults)}")
    for fault in faults:
        stated = f"; stated: {_short(fault.expected)}" if fault.expected else ""
        print(f"  {fault.site}  {fault.field}: {_short(fault.value) or 'nothing'}{stated}")
        if fault.quote:
            print(f"      {_short(fault.quote)!r} on {fault.page}")


def _show_table(totals: Totals) -> None:
    head = ("stated", "right", "wrong", "missed", "invented", "traps", "precision", "recall")
    print(f"\n{'field':20}" + "".join(f"{name:>10}" for name in head))
    for name, score in (totals.fields | {"hard facts": totals.hard_facts}).items():
        counts = (score.stated, score.right, score.wrong, score.missed, score.invented, score.traps)
        shown = "".join(f"{count:10}" for count in counts)
        precision = f"{score.precision:.3f}" if score.given else "-"
        recall = f"{score.recall:.3f}" if score.stated else "-"
        print(f"{name:20}{shown}{precision:>10}{recall:>10}")
    hard = totals.hard_facts
    print(f"\nPrecision of hard facts {hard.precision:.3f} {_verdict(hard.precision, MIN_PRECISION)}")
    print(f"Recall of hard facts {hard.recall:.3f} {_verdict(hard.recall, MIN_RECALL)}")
    among, first = totals.category_among_three, totals.category_first
    print(f"Right category among three {among:.2f} {_verdict(among, MIN_CATEGORY)}, as the first {first:.2f}")
    print(f"Sites with a false value: {totals.sites_with_false_values} of {totals.sites}")
    if totals.draft_seconds:
        print(
            f"Seconds per draft, without reading: CPU median {median(totals.draft_cpu):.2f}, most"
            f" {max(totals.draft_cpu):.2f} (at most {MAX_SECONDS:g}); elapsed, with {AT_ONCE} sites at a time:"
            f" median {median(totals.draft_seconds):.2f}, most {max(totals.draft_seconds):.2f}"
        )


def _show_problems(outcomes: Sequence[Outcome]) -> None:
    print("\nProblems")
    for outcome in outcomes:
        found = outcome.error or ", ".join(outcome.problems)
        expected = f" (labelled {outcome.label.problem})" if outcome.label.problem else ""
        if found or expected:
            print(f"  {outcome.label.domain}{expected}: {_short(found) or 'none found'}; {outcome.pages} pages read")


def summary(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """The totals and every false value, for bench/results; without the words of the pages, which are not ours."""
    faults = [fault for outcome in outcomes for fault in outcome.comparison.faults]
    totals = total(outcomes)
    return asdict(totals) | {
        "fields": {name: _counts(score) for name, score in totals.fields.items()},
        "hard_facts": _counts(totals.hard_facts),
        "false_values": [_place(fault) for fault in faults if is_false(fault)],
    }


def dump(outcomes: Sequence[Outcome]) -> list[dict[str, Any]]:
    """Everything about every site."""
    return [asdict(outcome) | {"label": outcome.label.model_dump()} for outcome in outcomes]


def _place(fault: Fault) -> dict[str, Any]:
    kept = ("site", "field", "kind", "trap", "value", "page")
    return {name: _short(value) if isinstance(value := getattr(fault, name), str) else value for name in kept}


def _counts(score: Score) -> dict[str, int]:
    return asdict(score) | {"missed": score.missed}


def is_false(fault: Fault) -> bool:
    return fault.kind != "missed"


def _share(right: Iterable[bool]) -> float:
    counted = list(right)
    return sum(counted) / len(counted) if counted else 0.0


def _verdict(value: float, least: float) -> str:
    return f"{'met' if value >= least else 'MISSED'} (at least {least:g})"


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 1] + "…"
