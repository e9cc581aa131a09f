"""Writes docs/benchmarks.md from the latest results: `python -m bench.report`."""

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from bench.servers import RESULTS

FILE = Path(__file__).parents[1] / "docs" / "benchmarks.md"
HEAD = """# Benchmarks

`make bench` runs the benchmarks and writes this file. [bench/README.md](../bench/README.md) explains what each one
measures. Client, server and PostgreSQL share the machine. `ratio` compares the rates of the same round, `by CPU` the
CPU time per request, and `quietest` the cheapest round of each side. If the load was high, other work was using the
machine, and only the CPU figures are meaningful.
"""

SEARCH_TIMES = ("ms p50 / p95 / p99", "CPU ms", "`select 1` for comparison, ms")

OTHER_ACCOUNTS = 19
Table = Iterable[Sequence[object]]


def write() -> None:
    """Write a section for each benchmark that has results."""
    parts = [HEAD]
    for title, name, tell in PARTS:
        files = sorted(RESULTS.glob(f"{name}.json"), key=lambda file: (len(file.name), file.name))
        if files:
            kept = [json.loads(file.read_text()) for file in files]
            parts.append(f"## {title}\n\n{_about(kept[-1]['about'])}\n\n{tell([each['found'] for each in kept])}\n")
    FILE.write_text("\n".join(parts))
    print(f"Wrote {FILE.name}.")


def _about(about: dict[str, Any]) -> str:
    load = about["load"][1]
    return f"{about['at'][:10]}, {about['cores']} cores, Python {about['python']}, load {load:.1f}."


def _table(head: Sequence[str], rows: Table) -> str:
    lines = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    lines += ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    return "\n".join(lines)


def _sides(rows: list[dict[str, Any]], title: str = "") -> str:
    head = (title, "req/s", "CPU µs", "PostgreSQL µs", "ratio", "by CPU", "quietest", "wanted")
    return _table(
        head,
        (
            (
                row["name"],
                f"{row['rate']:,.0f}",
                f"{row['cpu']:,.0f}",
                f"{row['database_cpu']:,.0f}" if row["database_cpu"] else "",
                f"{row['ratio_of_rates']:.2f}",
                f"{row['ratio_of_cpu']:.2f}",
                f"{row['ratio_when_quietest']:.2f}",
                f"{row['least']:g}" if row["least"] else "",
            )
            for row in rows
        ),
    )


def _held(found: list[Any]) -> str:
    return "\n\n".join(_sides(rows, name) for name, rows in found[0].items())


def _uncached(found: list[Any]) -> str:
    return _sides(found[0]["rows"])


def _calls(found: list[Any]) -> str:
    return _sides(found[0])


def _sdk_costs(found: list[Any]) -> str:
    what = (
        "Microseconds of CPU time of one call of `get_listing` in one process, with protocol 2025-11-25. For every"
        " request the SDK opens a transport with three tasks and three memory streams, and it decodes, validates and"
        " encodes an answer that we have as bytes. None of this can be turned off, so calls that need nothing else of"
        " it are answered by our direct path (`surfaces/fastpath/mcp.py`), which tests hold against the SDK."
    )
    return f"{what}\n\n{_table(('', 'CPU µs'), ((name, f'{each:,.0f}') for name, each in found[0].items()))}"


def _open_loop(found: list[Any]) -> str:
    return _table(
        ("operation", "maximum, req/s", "median ms", "p99 ms", "CPU ms", "wanted"),
        (
            (name, f"{op['saturation']:,.0f}", f"{op['median']:.1f}", f"{op['p99']:.1f}", f"{op['cpu']:.1f}", "p99 50")
            for name, op in found[0].items()
        ),
    )


def _growth(found: list[Any]) -> str:
    sizes = [f"{size['listings']:,} listings" for size in found]
    rows: list[Sequence[object]] = [
        ("disk, MB", *(f"{size['disk_mb']:,.0f}" for size in found)),
        ("web process, RSS MB (PSS)", *(f"{size['rss']:.0f} ({size['pss']:.0f})" for size in found)),
    ]
    for name in found[0]["operations"]:
        taken = [size["operations"][name] for size in found]
        rows.append((name, *(f"{t['median']:.1f} / {t['p99']:.1f} / {t['cpu']:.1f}" for t in taken)))
    what = (
        "Milliseconds per uncached operation, one request after the other: median / p99 / CPU, including PostgreSQL's."
    )
    return f"{what}\n\n{_table(('', *sizes), rows)}"


def _votes(found: list[Any]) -> str:
    *_, bare = found[0].values()
    base = (bare["cpu"] + bare["database_cpu"]) / bare["votes"]
    rows = [
        (
            name,
            v["votes"],
            f"{v['votes'] / v['seconds']:,.0f}",
            f"{v['cpu'] * 1000 / v['votes']:.2f}",
            f"{v['database_cpu'] * 1000 / v['votes']:.2f}",
            f"{(v['cpu'] + v['database_cpu']) / v['votes'] / base:.1f}",
            v["counted"],
        )
        for name, v in found[0].items()
    ]
    what = (
        "Forms sent by 64 people at once, a tenth of them twice. CPU is per request; the ratio is to a bare insert with"
        " its own commit, through the same pool. [Decision 56](decisions/0056-votes-in-batches.md) compares it with"
        " what was before."
    )
    heads = ("", "requests", "per second", "CPU ms, web", "CPU ms, PostgreSQL", "ratio", "counted")
    return f"{what}\n\n{_table(heads, rows)}"


def _orders(found: list[Any]) -> str:
    return _table(
        ("step", "per second", "CPU ms each"),
        (
            (name, f"{step['orders'] / step['seconds']:,.0f}", f"{step['cpu'] * 1000 / step['orders']:.1f}")
            for name, step in found[0].items()
        ),
    )


def _search(found: list[Any]) -> str:
    last, fresh = found[0]["quality"], found[0]["fresh"]
    soon = f"{fresh['median']:.0f} ms median, {fresh['most']:.0f} ms maximum"
    rows = (
        (kind, row["n"], *(f"{row[name]:.3f}" for name in ("R@1", "R@10", "MRR")), *_times(row))
        for kind, row in last.items()
    )
    head = ("queries", "n", "R@1", "R@10", "MRR", *SEARCH_TIMES)
    return f"{_table(head, rows)}\n\nTime until another process finds a new listing by its mistyped name: {soon}."


def _search_growth(found: list[Any]) -> str:
    rows = (
        (f"{int(size):,}", *_times(row), *(f"{passed:.0f} ({cpu:.0f})" for passed, cpu in row["worst"].values()))
        for size, row in found[0].items()
    )
    return _table(("fictional listings", *SEARCH_TIMES, "slowest junk", "common word", "many words, ms (CPU)"), rows)


def _times(row: dict[str, float]) -> list[str]:
    passed, worked = (" / ".join(f"{row[f'{kind} p{p}']:.1f}" for p in (50, 95, 99)) for kind in ("passed", "worked"))
    return [passed, worked, f"{row['select 1']:.2f}"]


def _drafting(found: list[Any]) -> str:
    last = found[0]
    site = (
        f"A site of {last['pages']} pages, once read: {last['seconds']:.2f} s, {last['cpu']:.2f} s of it computing"
        " (wanted: 5 s)."
    )
    rows = ((name, f["right"], f["wrong"], f["missed"]) for name, f in last["fields"].items())
    return f"{site} Drafts of {last['sites']} labelled sites:\n\n{_table(('field', 'right', 'wrong', 'missed'), rows)}"


def _drafting_scale(found: list[Any]) -> str:
    last = found[0]
    done = last.get("ready", last["drafts"])
    cut_short = f" The run was ended by {last['stopped_by']}: {done:,} were ready." if done < last["drafts"] else ""
    return (
        f"{last['drafts']:,} drafts of {last['sites']} websites, half of them queued first by one account, the rest by"
        f" {OTHER_ACCOUNTS} others: {last['drafts_per_minute']:.0f} a minute, {last['cpu_seconds_each']:.2f} s of CPU"
        f" each. Every account had one after {last['seconds_until_every_account_has_one']:.0f} s; the median draft"
        f" of the first account was ready after {last['median_seconds_of_the_account_with_half']:.0f} s, that of the"
        f" others after {last['median_seconds_of_the_others']:.0f} s. The worker needed at most"
        f" {last['worker_rss_mb']:.0f} MB (RSS) and its sandboxes {last['sandboxes_pss_mb']:.0f} MB (PSS). One site got"
        f" at most {last['most_requests_to_a_site_within_a_second']} requests within a second (wanted: 1); the shortest"
        f" pause between two was {last['shortest_pause_ms']:,.0f} ms, the median {last['median_pause_ms']:,.0f} ms."
        f"{cut_short}"
    )


def _real_sites(found: list[Any]) -> str:
    parts: list[str] = []
    for half, last in found[0].items():
        counts = ("stated", "right", "wrong", "missed", "invented", "traps", "precision", "recall")
        scores = last["fields"] | {"all hard facts": last["hard_facts"]}
        rows = ((name, *(score[count] for count in counts[:6]), *_shares(score)) for name, score in scores.items())
        about = (
            f"The half to {half}: {last['sites']} sites, {last['sites_with_false_values']} of them with a false value."
            f" A right category is among the three proposed for {last['category_among_three']:.0%} and the first for"
            f" {last['category_first']:.0%}. Without reading, a draft takes {median(last['draft_cpu']):.2f} s of CPU"
            f" time (at most {max(last['draft_cpu']):.2f})."
        )
        parts += [about, _table(("field", *counts), rows)]
    return "\n\n".join(parts)


def _shares(score: dict[str, int]) -> tuple[str, str]:
    given = score["right"] + score["wrong"] + score["invented"]
    return (
        f"{score['right'] / given:.3f}" if given else "",
        f"{score['found'] / score['stated']:.3f}" if score["stated"] else "",
    )


def _start(found: list[Any]) -> str:
    last = found[0]
    starts = (
        (name, f"{median(s['seconds'] for s in some):.2f}", f"{median(s['busy'] for s in some):.2f}")
        for name, some in last["starts"].items()
    )
    memory = (
        (name, f"{median(m['rss'] for m in some):.0f}", f"{median(m['pss'] for m in some):.0f}")
        for name, some in last["memory"].items()
    )
    first = _table(("from the command to the first response", "s", "CPU s"), starts)
    return f"{first}\n\n{_table(('web process after 1,000 requests', 'RSS MB', 'PSS MB'), memory)}"


def _turn(found: list[Any]) -> str:
    last = found[0]
    return (
        f"The new week started in {last['turn_seconds']:.1f} s (wanted: {last['most_seconds']:g} s); an update's 10,000"
        f" emails were written in {last['mails_written_seconds']:.1f} s."
    )


def _timing(found: list[Any]) -> str:
    rows: list[Sequence[object]] = []
    for name, kinds in found[0].items():
        for kind, (low, middle, high) in kinds.items():
            rows.append((name, kind, f"{middle:,.0f}", f"{high - low:,.0f}"))
    return _table(("looked up", "", "median µs", "spread µs"), rows)


PARTS: tuple[tuple[str, str, Callable[[list[Any]], str]], ...] = (
    ("Cached reads", "reads", _held),
    ("Cached pages", "pages", _held),
    ("Uncached reads", "uncached", _uncached),
    ("MCP", "mcp", _calls),
    ("MCP with a token", "mcp-with-a-token", _calls),
    ("What a call costs in the MCP SDK", "mcp-sdk", _sdk_costs),
    ("Fast paths, off and on", "fastpath", _held),
    ("Other HTTP servers", "http_servers", _held),
    ("Open loop at half of saturation, 100,000 listings", "open_loop", _open_loop),
    ("Open loop at half of saturation, 1,000,000 listings", "open_loop-1000000", _open_loop),
    ("Growth", "growth-*", _growth),
    ("Votes", "votes", _votes),
    ("Orders", "orders", _orders),
    ("Search", "search", _search),
    ("Search as listings grow", "search-growth", _search_growth),
    ("Drafting", "drafting", _drafting),
    ("Drafting at scale", "drafting_scale", _drafting_scale),
    ("Drafts of real sites", "real_sites", _real_sites),
    ("Start and memory", "start", _start),
    ("Start of a launch week", "turn", _turn),
    ("Timing differences that could reveal secrets", "timing", _timing),
)


if __name__ == "__main__":
    write()
