-- The backups that were made, so that their age can be shown without asking the place where they are stored.
create table backup_run (
    id bigint generated always as identity primary key,
    at timestamptz not null,
    place text not null, -- a folder, a bucket or a file
    name text not null,
    bytes bigint not null
);
create index backup_run_at on backup_run (at);
