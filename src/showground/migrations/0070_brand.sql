-- What staff set of the site's brand, its pictures, and the words of its emails. What nobody set is not here: the
-- settings or the shipped values apply.

create table site_brand (
    state text primary key check (state in ('draft', 'published')),
    chosen jsonb not null,
    updated_at timestamptz not null,
    updated_by bigint references account on delete set null
);
create index site_brand_updated_by on site_brand (updated_by);

create table brand_picture (
    name text primary key, -- a hash of the content, with the ending of its type
    content bytea not null,
    added_at timestamptz not null
);

create table email_words (
    kind text primary key, -- of email, as in emails/kinds.toml
    subject text not null,
    body text not null,
    updated_at timestamptz not null,
    updated_by bigint references account on delete set null
);
create index email_words_updated_by on email_words (updated_by);
