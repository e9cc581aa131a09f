"""Faults made on purpose, under load: `make test-faults`. Not part of `make test`."""
