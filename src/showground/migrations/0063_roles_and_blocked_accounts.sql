-- Roles of people who run the site, blocked accounts, and invitations to a role.
-- `staff` stays for the version before: true for owners and staff. Whoever was staff could do everything, so they are
-- owners now; an account that the version before makes staff has no role and counts as an owner, too.
alter table account
    add column role text,
    add column blocked_at timestamptz,
    add column blocked_why text;
alter table account add constraint account_role check (role in ('owner', 'staff', 'moderator')) not valid;
update account set role = 'owner' where staff;

create table staff_invitation (
    id bigint generated always as identity primary key,
    email text not null,
    role text not null check (role in ('owner', 'staff', 'moderator')),
    token_hash bytea not null unique,
    invited_by bigint references account (id) on delete set null,
    created_at timestamptz not null,
    expires_at timestamptz not null
);
create unique index staff_invitation_email on staff_invitation (lower(email collate "C"));
create index staff_invitation_expires on staff_invitation (expires_at);

-- Commands are in the log, too, and have no account.
alter table staff_event add column surface text;
