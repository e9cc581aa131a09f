-- Pictures that founders uploaded of themselves. They are small, and deleted with the founder or the link to an account.

create table founder_picture (
    founder_id bigint primary key references founder on delete cascade,
    name text not null unique,
    content bytea not null,
    created_at timestamptz not null
);
