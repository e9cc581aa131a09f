"""Fast paths around uvicorn and the MCP SDK. They use private parts of both, and give the same answers.

| fast path | saves, by CPU time | off switch |
|---|---|---|
| `send` | 23 % of a cached answer (1.3 times as many) | `SHOWGROUND_FASTPATH_SEND=off` |
| `mcp`, a call | 52 % (2.1 times as many) | `SHOWGROUND_FASTPATH_MCP=off` |
| `mcp`, the list of tools | 99 % (88 times as many) | the same |

`python -m bench fastpath` measures this, both ways in turns; docs/benchmarks.md has the latest figures. A fast path
that gains less than 20 % goes. tests/surfaces/test_fastpath.py sends the same requests both ways and compares the
answers.
"""
