-- The Monday email, emails when something launches, and saved searches that are emailed.

create table newsletter_subscriber (
    id bigint generated always as identity primary key,
    email text not null, -- in canonical form
    category_ids bigint[] not null default '{}', -- sorted; empty for all categories
    token uuid not null default gen_random_uuid() unique, -- in each email: changes or ends the subscription
    confirmed_at timestamptz not null
);
create unique index newsletter_subscriber_email on newsletter_subscriber (lower(email collate "C"));

-- What somebody asked for and has not confirmed yet: the newsletter, or an email when a listing launches.
create table newsletter_request (
    hash bytea primary key, -- of the token in the email
    email text not null,
    listing_id bigint references listing on delete cascade, -- null for the newsletter
    category_ids bigint[] not null default '{}',
    expires_at timestamptz not null
);
create index newsletter_request_expires on newsletter_request (expires_at);
create index newsletter_request_listing on newsletter_request (listing_id);
create index newsletter_request_email on newsletter_request (lower(email collate "C"));

create table launch_alert (
    id bigint generated always as identity primary key,
    listing_id bigint not null references listing on delete cascade,
    email text not null,
    confirmed_at timestamptz not null
);
create unique index launch_alert_email on launch_alert (listing_id, lower(email collate "C"));
create index launch_alert_of on launch_alert (lower(email collate "C"));

create table newsletter_edition (
    week date primary key, -- the week that begins; winners are those of the week before
    created_at timestamptz not null,
    last_subscriber bigint not null default 0, -- how far its emails are written
    written_at timestamptz
);
create table newsletter_item (
    week date not null references newsletter_edition on delete cascade,
    section text not null check (section in ('top', 'new')),
    position int not null,
    listing_id bigint not null references listing on delete cascade,
    votes int,
    place int, -- of an award
    primary key (week, section, position)
);
create index newsletter_item_listing on newsletter_item (listing_id);

-- Who got which edition: one row each, whatever happens to the process that writes them.
create table newsletter_delivery (
    week date not null references newsletter_edition on delete cascade,
    subscriber_id bigint not null, -- the row may be gone
    primary key (week, subscriber_id)
);

-- One sponsor in each edition.
create table newsletter_sponsor (
    week date primary key,
    listing_id bigint not null references listing on delete cascade
);
create index newsletter_sponsor_listing on newsletter_sponsor (listing_id);

create table saved_search (
    id bigint generated always as identity primary key,
    account_id bigint not null references account on delete cascade,
    search jsonb not null, -- words and filters, as in the address of the search page
    every text not null check (every in ('day', 'week')),
    token uuid not null default gen_random_uuid() unique, -- in each email: ends it
    created_at timestamptz not null,
    checked_at timestamptz not null, -- listings that went live later are new
    due_at timestamptz not null,
    unique (account_id, search)
);
create index saved_search_due on saved_search (due_at, id);
