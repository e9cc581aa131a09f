-- Pages of the operator's own: where they are linked, and every version with who saved it.

alter table site_text add column placement text not null default 'footer';
alter table site_text add constraint site_text_placement
    check (placement in ('navigation', 'footer', 'none')) not valid;

create table site_text_version (
    id bigint generated always as identity primary key,
    slug text not null,
    title text not null,
    body text not null,
    placement text not null,
    saved_at timestamptz not null,
    saved_by bigint references account on delete set null,
    deleted boolean not null -- whether the page, or the own text of a shipped page, was deleted then
);
create index site_text_version_slug on site_text_version (slug, id desc);
create index site_text_version_saved_by on site_text_version (saved_by);
