-- Where views of a listing come from, where its badges are seen and which agents read it: counts by day, nothing else.

create table traffic_day (
    listing_id bigint not null references listing on delete cascade,
    day date not null,
    kind text not null,
    name text not null,
    count int not null,
    primary key (listing_id, day, kind, name)
);
-- Rows are added day by day, so the old ones lie together.
create index traffic_day_day on traffic_day using brin (day);
