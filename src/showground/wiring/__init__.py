"""Builds the dispatcher from the settings, for web processes, workers and commands."""

from showground.wiring.brand import default_brand
from showground.wiring.parts import Parts, wire
from showground.wiring.shop import find_seller

__all__ = ["Parts", "default_brand", "find_seller", "wire"]
