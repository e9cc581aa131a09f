-- Steps of the setup assistant that staff marked as done. What the site shows by itself is not here.

create table setup_step (
    name text primary key,
    done_at timestamptz not null
);
