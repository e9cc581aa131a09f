-- What staff did: written with what they did, never changed.

create table staff_event (
    id bigint generated always as identity primary key,
    account_id bigint references account (id) on delete set null,
    action text not null,
    input jsonb not null,
    at timestamptz not null,
    request_id text not null
);
create index staff_event_action on staff_event (action, id desc);
create index staff_event_account on staff_event (account_id, id desc);
