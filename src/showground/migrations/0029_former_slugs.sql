-- Slugs by which listings went before staff renamed them: they lead to the listing for ever, and nobody else gets one.
create table listing_former_slug (
    slug text primary key check (slug ~ '^[a-z0-9][a-z0-9-]{0,219}$'),
    listing_id bigint not null references listing on delete cascade,
    until timestamptz not null
);
create index listing_former_slug_listing on listing_former_slug (listing_id);
