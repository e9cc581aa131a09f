-- Pictures that owners sent, as they are served: re-encoded, and named by what they hold.
create table media_file (
    name text primary key,
    type text not null,
    content bytea not null,
    created_at timestamptz not null
);
