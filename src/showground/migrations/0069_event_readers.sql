-- Up to which event those outside that we tell of changes have been told: the WebSub hub, and search engines.
create table event_reader (
    name text primary key,
    reached bigint not null
);
