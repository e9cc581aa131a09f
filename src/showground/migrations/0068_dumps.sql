-- Everything public as one compressed file, made every night. It is stored here so that every machine can send it.

create table dump (
    id bigint generated always as identity primary key,
    begun_at timestamptz not null,
    after_event bigint not null, -- events up to here are in it; a mirror goes on after them
    finished_at timestamptz, -- null while it is written, or if its worker died
    sha256 bytea,
    bytes bigint,
    counts jsonb -- how many of each subject
);
create table dump_chunk (
    dump_id bigint not null references dump on delete cascade,
    position int not null,
    content bytea not null,
    primary key (dump_id, position)
);
alter table dump_chunk alter column content set storage external; -- it is compressed already
