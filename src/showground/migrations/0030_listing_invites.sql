-- Co-founders are invited to a draft, or to a listing that came from none, such as one that was imported and claimed.
alter table draft_invite
    alter column draft_id drop not null,
    add column listing_id bigint references listing on delete cascade,
    add unique (listing_id, email),
    add check (num_nonnulls(draft_id, listing_id) = 1);
