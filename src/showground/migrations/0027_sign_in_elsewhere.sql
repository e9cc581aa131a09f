-- A sign-in that was begun at GitHub or Google: used once, by the browser that holds the token.
create table sign_in_elsewhere (
    hash bytea primary key,
    provider text not null,
    next text not null,
    expires_at timestamptz not null
);
create index sign_in_elsewhere_expires_at on sign_in_elsewhere (expires_at);
