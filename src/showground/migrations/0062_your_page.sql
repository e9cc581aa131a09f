-- What a person keeps on their own page: saved listings, collections and notifications; and a new address to confirm.

create table saved_listing (
    account_id bigint not null references account on delete cascade,
    listing_id bigint not null references listing on delete cascade,
    at timestamptz not null,
    awaits_launch boolean not null, -- whether its launch is still to be told
    primary key (account_id, listing_id)
);
create index saved_listing_listing on saved_listing (listing_id);
create index saved_listing_awaits on saved_listing (listing_id, account_id) where awaits_launch;

create table collection (
    id bigint generated always as identity primary key,
    account_id bigint not null references account on delete cascade,
    name text not null,
    description text not null,
    public boolean not null,
    created_at timestamptz not null,
    updated_at timestamptz not null
);
create index collection_account on collection (account_id, id);
create table collection_item (
    collection_id bigint not null references collection on delete cascade,
    listing_id bigint not null references listing on delete cascade,
    at timestamptz not null,
    primary key (collection_id, listing_id)
);
create index collection_item_listing on collection_item (listing_id);

create table notification (
    id bigint generated always as identity primary key,
    account_id bigint not null references account on delete cascade,
    kind text not null check (kind in ('answer', 'review_reply', 'award', 'launch')),
    listing_id bigint not null references listing on delete cascade,
    question_id bigint references listing_question on delete cascade,
    place int, -- of an award
    at timestamptz not null,
    read_at timestamptz
);
create index notification_newest on notification (account_id, at desc, id desc);
create index notification_listing on notification (listing_id);
create index notification_question on notification (question_id) where question_id is not null;
create index notification_at on notification (at);

create table email_change (
    hash bytea primary key, -- of the token in the email
    account_id bigint not null references account on delete cascade,
    email text not null, -- the new address, in canonical form
    expires_at timestamptz not null
);
create index email_change_account on email_change (account_id);
create index email_change_expires on email_change (expires_at);
