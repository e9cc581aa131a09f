-- When the next request to a website may start, for all processes. Unlogged: after a crash, everything starts over.

create unlogged table site_turn (
    site text primary key,
    free_at timestamptz not null
);
