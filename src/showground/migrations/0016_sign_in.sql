-- How people sign in: mailed links, passkeys, and the sessions that follow.

alter table account
    add column muted_mails text[] not null default '{}', -- kinds of mail that the person does not want
    add column mail_token text not null default replace(gen_random_uuid()::text, '-', ''); -- stops mails, nothing else
create unique index account_mail_token on account (mail_token);

create table session (
    id bigint generated always as identity primary key,
    account_id bigint not null references account on delete cascade,
    hash bytea not null unique,
    way text not null check (way in ('link', 'passkey', 'github', 'google')),
    address text not null,
    agent text not null, -- what the browser calls itself
    created_at timestamptz not null,
    last_seen_at timestamptz not null,
    expires_at timestamptz not null
);
create index session_account on session (account_id, id);
create index session_expires_at on session (expires_at);

-- A link is used once: the row goes with it. The account is made by then, if the address has none.
create table sign_in_link (
    hash bytea primary key,
    email citext not null,
    next text not null,
    expires_at timestamptz not null
);
create index sign_in_link_expires_at on sign_in_link (expires_at);

create table passkey (
    id bigint generated always as identity primary key,
    account_id bigint not null references account on delete cascade,
    credential bytea not null unique,
    public_key bytea not null,
    sign_count bigint not null,
    name text not null,
    created_at timestamptz not null,
    last_used_at timestamptz
);
create index passkey_account on passkey (account_id, id);

-- What a passkey has to sign, once. With an account: to be added to it; without: to sign in.
create table passkey_challenge (
    hash bytea primary key,
    account_id bigint references account on delete cascade,
    expires_at timestamptz not null
);
create index passkey_challenge_expires_at on passkey_challenge (expires_at);
