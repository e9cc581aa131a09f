-- How launches stand in their weeks, which weeks are fixed, which reviews count, and views by day.

-- Votes cast in the launch's own week and when that count was reached. Only the present week's are ever changed;
-- the place is given when the week has ended, to those that were live then, and stays.
alter table launch
    add column votes int not null default 0,
    add column reached_at timestamptz,
    add column place int check (place > 0);
update launch set votes = counted.votes, reached_at = counted.reached_at
from (
    select launch.id, count(vote.at) as votes, max(vote.at) as reached_at
    from launch join vote on vote.listing_id = launch.listing_id
        and vote.at >= launch.week::timestamp at time zone 'UTC'
        and vote.at < (launch.week + 7)::timestamp at time zone 'UTC'
    group by launch.id
) counted
where launch.id = counted.id;
drop index launch_week;
create index launch_standing on launch (week, votes desc, reached_at, listing_id);

create table fixed_week (
    week date primary key check (extract(isodow from week) = 1),
    fixed_at timestamptz not null
);
insert into fixed_week (week, fixed_at) select week, min(fixed_at) from award group by week;
update launch set place = ranked.place
from (
    select launch.id, row_number() over (partition by week order by launch.votes desc, reached_at, listing_id) as place
    from launch join fixed_week using (week) join listing on listing.id = listing_id and listing.status = 'live'
) ranked
where launch.id = ranked.id;

-- The winner's name is kept, so that an award can be shown when its listing is not.
alter table award add column name text;
update award set name = listing.name from listing where listing.id = award.listing_id;
alter table award alter column name set not null;
drop index award_listing;
create index award_listing on award (listing_id, week desc, place);

-- A listing's votes of a week, and those of the last days.
create index vote_listing_at on vote (listing_id, at);

alter table review
    add column state text not null default 'visible' check (state in ('visible', 'hidden')),
    add column moderated_at timestamptz,
    add column moderated_by bigint references account on delete set null;

create table view_day (
    listing_id bigint not null references listing on delete cascade,
    day date not null,
    views int not null,
    primary key (listing_id, day)
);
create index view_day_day on view_day (day);

create index listing_domain_rating_best on listing (domain_rating desc, id)
    where status = 'live' and domain_rating is not null;
create index listing_revenue_best on listing_revenue (monthly_cents desc, listing_id);
