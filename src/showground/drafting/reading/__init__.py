"""Reading a site: its pages as text, with where and when each was read."""

from .pages import Block, Image, Link, Progress, ReadPage, SiteReading
from .site import read_site

__all__ = ["Block", "Image", "Link", "Progress", "ReadPage", "SiteReading", "read_site"]
