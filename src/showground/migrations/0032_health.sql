-- What happened in each minute, of all processes together: staff's page shows the last hours.

create table health_minute (
    minute timestamptz primary key,
    requests integer not null default 0,
    failed integer not null default 0, -- answered with a status of 500 or more
    slow integer not null default 0, -- took longer than a second
    seconds double precision not null default 0,
    memory_bytes bigint not null default 0, -- of the largest process
    jobs_waiting integer not null default 0,
    oldest_job_seconds integer not null default 0,
    mails_waiting integer not null default 0
);
