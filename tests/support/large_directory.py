"""A directory of some size in a few seconds: made-up listings, and copies of them made by PostgreSQL itself."""

from datetime import timedelta

from showground.core.calls.dispatch import Dispatcher
from showground.core.database.pool import SETTINGS
from showground.demo.synthetic import load_synthetic
from showground.search import public_counts, word_counts
from tests.support.world import NOW

MADE = 1_000
PEOPLE = 200
POSTS = 2_000

# `k` counts the copies; ids stay apart by as many as were made.
COPIES = """
create temporary table copy on commit drop as
select id as old, id + k * %(apart)s as new, k from listing cross join generate_series(1, %(copies)s) k;
insert into listing overriding system value
select r.* from copy join listing l on l.id = copy.old cross join lateral jsonb_populate_record(l, jsonb_build_object(
    'id', copy.new, 'slug', l.slug || '-' || k, 'domain', k || '.' || l.domain, 'votes', l.votes + k,
    'status', case when l.id %% 50 = 0 then 'scheduled' else 'live' end
)) r;
insert into public_profile (listing_id, slug, profile, packed, summary, counts_as)
select copy.new, p.slug || '-' || k, p.profile, p.packed, p.summary, l.status || ' ' || p.counts_as
from copy join public_profile p on p.listing_id = copy.old join listing l on l.id = copy.new;
insert into listing_search (listing_id, status, name, name_length, standing, names, words)
select copy.new, l.status, s.name || k, s.name_length, round(10 * ln(1 + l.votes)), s.names, s.words
from copy join listing_search s on s.listing_id = copy.old join listing l on l.id = copy.new;
insert into listing_category select copy.new, c.category_id, c.position
from copy join listing_category c on c.listing_id = copy.old;
insert into listing_founder select copy.new, f.position, f.founder_slug || '-' || k, f.name, f.title, f.bio
from copy join listing_founder f on f.listing_id = copy.old;
insert into founder (slug, name, folded, bio, country)
select f.founder_slug || '-' || k, f.name, lower(f.name), f.bio, l.country
from copy join listing l on l.id = copy.old join listing_founder f on f.listing_id = l.id;
insert into launch (listing_id, week) select copy.new, launch.week + case when old %% 50 = 0 then 7 * 110 else 0 end
from copy join launch on launch.listing_id = copy.old;
update listing set launch_week = launch.week from launch
where launch.listing_id = listing.id and listing.status = 'scheduled'
"""
MORE = """
insert into account (email, name, created_at) select 'voter' || n || '@crowd.example', 'Voter', %(now)s
from generate_series(1, %(people)s) n;
insert into vote (listing_id, account_id, at)
select l.id, a.id, %(now)s - l.id %% 700 * interval '1 hour' from listing l, account a where (l.id + a.id) %% 50 = 0;
insert into follow (listing_id, account_id, at) select listing_id, account_id, at from vote where listing_id %% 3 = 0;
insert into review (listing_id, account_id, stars, body, at)
select l.id, a.id, 1 + (l.id + a.id) %% 5, 'Good', %(now)s from listing l, account a where (l.id + 3 * a.id) %% 100 = 0;
insert into listing_question (listing_id, account_id, body, state, at)
select listing_id, account_id, 'Why?', case when listing_id %% 9 = 0 then 'hidden' else 'visible' end, at from review;
insert into listing_answer (question_id, account_id, body, state, at)
select id, account_id, 'So.', 'visible', at from listing_question where id %% 2 = 0;
insert into award (week, place, listing_id, votes, fixed_at, name)
select week, place, listing_id, 1, %(now)s, 'Some' from (
    select week, listing_id, row_number() over (partition by week order by listing_id) as place
    from launch where week < %(now)s::date - 7
) ranked where place <= 3;
insert into listing_revenue (listing_id, monthly_cents, stated_at)
select id, 100 * id, %(now)s from listing where id %% 10 = 0;
insert into billboard_contribution (listing_id, amount_cents, at)
select id, 100 * id, %(now)s from listing where id %% 20 = 0;
insert into listing_alternative (listing_id, alternative_id, approved)
select id, id - 1, true from listing where id %% 3 = 0;
insert into listing_former_slug (slug, listing_id, until)
select 'former-' || id, id, %(now)s from listing where id %% 5 = 0;
insert into interview_question (question, position) select 'Question ' || n, n from generate_series(1, 10) n;
insert into interview_answer (founder_id, question_id, answer, answered_at)
select f.id, q.id, 'So', %(now)s from founder f, interview_question q where f.id %% 10 = q.id %% 10;
insert into post (slug, title, summary, body, author, published_at, words)
select 'post-' || n, 'Post ' || n, 'Of words', 'Many words', 'Ada', %(now)s - n * interval '1 hour',
    to_tsvector('simple', 'post ' || n || ' of many words') from generate_series(1, %(posts)s) n
"""


def _nobody_watches(done: int, total: int) -> None:
    """Progress that is shown to nobody."""


async def load_crowd(dispatcher: Dispatcher, count: int) -> None:
    """Fill an empty directory with so many listings, one in fifty upcoming, and what goes with them in proportion."""
    await load_synthetic(dispatcher, MADE, _nobody_watches)
    async with dispatcher.database.transaction() as db:
        await db.take_time()
        await db.execute("set local gin_pending_list_limit = '32MB'")
        values = {"apart": MADE, "copies": count // MADE - 1, "now": NOW, "people": PEOPLE, "posts": POSTS}
        for statement in (COPIES + ";" + MORE).split(";\n"):
            await db.execute(statement, values)
        await db.execute("update listing set live_at = %s where id %% 1000 = 7", (NOW - timedelta(hours=2),))
        await public_counts.recount(db)
        await word_counts.count_words(db)
    async with dispatcher.database.reading() as db:
        db.hurried = False  # a busy machine takes longer than a request may
        await db.execute("set statement_timeout = 0")
        await db.execute("vacuum analyze")
        await db.execute(SETTINGS)
