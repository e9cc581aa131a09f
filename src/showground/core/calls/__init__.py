"""Calls: declared, parsed, dispatched (scope and limits) and executed in one transaction."""
