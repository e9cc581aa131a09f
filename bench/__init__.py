"""Benchmarks: each a command, each beside something to hold it against. See bench/README.md."""
