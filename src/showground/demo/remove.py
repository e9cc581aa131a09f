"""Removes what the demo made, and nothing else. The categories and products are the site's own and stay."""

from collections.abc import Callable

from showground import accounts, blog, launches, people
from showground.core.calls.dispatch import Dispatcher
from showground.core.database import locks
from showground.demo.data_files import read_demo
from showground.demo.load import LOCK
from showground.listings import demo_listings
from showground.newsletter.queries import editions
from showground.search import word_counts


async def remove_demo(dispatcher: Dispatcher, say: Callable[[str], None]) -> None:
    """Delete the demo's listings, people, votes, posts and newsletters.

    What somebody made their own stays: a listing that a real person belongs to, a post whose text was changed, a
    question that a real founder answered. Orders stay in the books.
    """
    demo = read_demo()
    async with dispatcher.database.transaction() as db:
        await db.take_time()
        await locks.lock(db, LOCK)
        founders = await demo_listings.find_demo_founders(db)
        listings = await demo_listings.delete_demo_listings(db)
        gone = await accounts.delete_demo_accounts(db)
        owner = await accounts.appoint_owner(db)  # the demo had one
        await people.delete_founders_without_listing(db, founders)
        await people.delete_unanswered(db, [question.text for question in demo.questions])
        posts = await blog.delete_unchanged(db, {post.slug: post.body for post in demo.posts})
        changed = await blog.list_existing(db, [post.slug for post in demo.posts])
        await launches.forget_empty_weeks(db)
        await editions.delete_demo_editions(db)
        await word_counts.count_words(db)
    say(f"Removed {listings:,} listings, {gone:,} fictional people and {posts} posts of the demo.")
    for slug in changed:
        say(f"/blog/{slug} stays, because its text is not the one this version ships with. Delete it at /admin/posts.")
    if owner:
        say(f"{owner} owns the site now.")
