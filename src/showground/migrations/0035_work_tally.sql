-- What jobs, fetches and drafts came to, in all processes since the beginning.

create table work_tally (
    key text[] primary key,
    n double precision not null
);
