-- What the website's pages need besides operations: the news of all listings, texts that staff edit, and reports.

create index listing_update_newest on listing_update (posted_at desc, id desc);

-- Pages of the site's own, such as its terms. What staff never edited is not here: the shipped text is shown.
create table site_text (
    slug text primary key,
    title text not null,
    body text not null,
    updated_at timestamptz not null,
    updated_by bigint references account on delete set null
);

create table report (
    id bigint generated always as identity primary key,
    listing_id bigint not null references listing on delete cascade,
    review_id bigint references review on delete cascade,
    account_id bigint not null references account on delete cascade,
    reason text not null check (reason in ('wrong', 'spam', 'rights', 'harm', 'other')),
    body text not null,
    at timestamptz not null,
    settled_at timestamptz,
    settled_by bigint references account on delete set null,
    unique nulls not distinct (listing_id, review_id, account_id)
);
create index report_open on report (at, id) where settled_at is null;
create index report_review on report (review_id) where review_id is not null;
create index report_account on report (account_id);
