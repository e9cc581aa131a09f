-- Launches in their weeks; votes, follows and reviews; awards; what was paid for the billboard.

create table launch (
    id bigint generated always as identity primary key,
    listing_id bigint not null references listing on delete cascade,
    week date not null check (extract(isodow from week) = 1),
    unique (listing_id, week)
);
create index launch_week on launch (week);

create table vote (
    listing_id bigint not null references listing on delete cascade,
    account_id bigint not null references account on delete cascade,
    at timestamptz not null,
    primary key (listing_id, account_id)
);
create index vote_at on vote (at);
create index vote_account on vote (account_id);

create table follow (
    listing_id bigint not null references listing on delete cascade,
    account_id bigint not null references account on delete cascade,
    at timestamptz not null,
    primary key (listing_id, account_id)
);
create index follow_account on follow (account_id);

create table review (
    id bigint generated always as identity primary key,
    listing_id bigint not null references listing on delete cascade,
    account_id bigint not null references account on delete cascade,
    stars int not null check (stars between 1 and 5),
    body text not null,
    at timestamptz not null,
    unique (listing_id, account_id)
);
create index review_account on review (account_id);

create table award (
    week date not null,
    place int not null check (place between 1 and 3),
    listing_id bigint not null references listing,
    votes int not null,
    fixed_at timestamptz not null,
    primary key (week, place)
);
create index award_listing on award (listing_id);

create table billboard_contribution (
    id bigint generated always as identity primary key,
    listing_id bigint not null references listing on delete cascade,
    amount_cents bigint not null check (amount_cents > 0),
    at timestamptz not null
);
create index billboard_contribution_listing on billboard_contribution (listing_id);
