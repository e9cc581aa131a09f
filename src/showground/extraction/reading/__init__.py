"""Reading a site: its pages as text, with where and when each was read."""

from showground.extraction.reading.pages import Block, Image, PageLink, ReadingProgress, ReadPage, SiteReading
from showground.extraction.reading.site import read_site

__all__ = ["Block", "Image", "PageLink", "ReadPage", "ReadingProgress", "SiteReading", "read_site"]
