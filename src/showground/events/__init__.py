"""Events, webhooks that send them, and the dump that a mirror starts from."""

from showground.events.feed_hub_job import FeedHub
from showground.events.index_now_job import IndexNow
from showground.events.rules import KINDS, TEST

__all__ = ["KINDS", "TEST", "FeedHub", "IndexNow"]
