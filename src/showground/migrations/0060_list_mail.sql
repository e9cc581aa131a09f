-- Emails to many people: what they say is stored once, and who must not get them is known before each is sent.

create table mail_body (
    id bigint generated always as identity primary key,
    body_text text not null, -- `mark` stands for the reader's own address for unsubscribing
    body_html text not null,
    mark text not null,
    created_at timestamptz not null
);
create index mail_body_created on mail_body (created_at);
alter table outbox add column body_id bigint; -- of a mail_body, which is stored longer than any email

-- Unsubscribe addresses that were used: emails with them that still wait are not sent.
create table stopped_mailing (
    unsubscribe_url text primary key,
    at timestamptz not null
);
create index stopped_mailing_at on stopped_mailing (at);

-- Addresses that get no list emails: they don't exist, or their owner reported our email as spam.
create table blocked_address (
    id bigint generated always as identity primary key,
    hash bytea not null unique, -- SHA-256 of the canonical address
    email text, -- null once its owner has deleted their account
    reason text not null check (reason in ('bounce', 'complaint')),
    detail text not null,
    at timestamptz not null
);
create index blocked_address_newest on blocked_address (at desc, id desc);
