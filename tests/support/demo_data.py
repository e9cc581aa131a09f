"""The demo directory as it is shipped, read once for all tests."""

from showground.demo.data_files import read_demo

DEMO = read_demo()
