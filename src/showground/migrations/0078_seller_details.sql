-- What staff set about the seller and their taxes. What nobody set is not here: the settings or defaults apply.

create table seller_details (
    only_row boolean primary key default true check (only_row),
    chosen jsonb not null,
    updated_at timestamptz not null
);
