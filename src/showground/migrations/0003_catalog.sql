-- Categories, listings, and all that a profile shows.

create table category (
    id bigint generated always as identity primary key,
    slug text not null unique check (slug ~ '^[a-z0-9][a-z0-9-]{0,219}$'),
    name text not null unique,
    description text not null,
    faqs jsonb not null default '[]',
    parent_id bigint references category,
    position int not null,
    keywords text[] not null default '{}',
    attributes jsonb not null default '[]'
);
create index category_parent on category (parent_id, position);

create table listing (
    id bigint generated always as identity primary key,
    slug text not null unique check (slug ~ '^[a-z0-9][a-z0-9-]{0,219}$'),
    domain text not null unique,
    website text not null,
    status text not null check (status in ('draft', 'awaiting_badge', 'scheduled', 'live', 'suspended', 'withdrawn')),
    plan text not null default 'none' check (plan in ('none', 'free', 'paid')),
    unlocked text[] not null default '{}',
    launch_week date,
    live_at timestamptz,
    demo boolean not null default false,

    name text not null,
    tagline text,
    short_description text,
    description text,
    headline text,
    summary text,
    stage text,
    pricing_model text,
    pricing_summary text,
    country text check (country ~ '^[A-Z]{2}$'),
    city text,
    founded_year int,
    contact_email text,
    demo_video_url text,
    logo_url text,
    features text[],
    usps text[],
    keywords text[],
    tags text[],
    socials jsonb,
    faqs jsonb,
    attributes jsonb not null default '{}',
    evidence jsonb not null default '{}',
    not_found_on_website text[] not null default '{}',
    seo_title text,
    seo_description text,

    votes int not null default 0,
    views int not null default 0,
    followers int not null default 0,
    trending real not null default 0,
    rating_average real,
    rating_count int not null default 0,
    domain_rating int,
    domain_rating_at date,

    words tsvector,
    created_at timestamptz not null,
    updated_at timestamptz not null
);
create index listing_votes on listing (status, votes desc, id);
create index listing_newest on listing (status, live_at desc, id);
create index listing_trending on listing (status, trending desc, id);
create index listing_views on listing (status, views desc, id);
create index listing_followers on listing (status, followers desc, id);
create index listing_country on listing (country, votes desc, id) where status = 'live';
create index listing_stage on listing (stage, votes desc, id) where status = 'live';
create index listing_pricing_model on listing (pricing_model, votes desc, id) where status = 'live';
create index listing_week on listing (launch_week);
create index listing_words on listing using gin (words);

-- The only thing that public reads of listings may read from: whatever is not here cannot leak.
create view public_listing as select * from listing where status in ('live', 'scheduled');

-- What the public sees of a listing, encoded; a row exists only while the listing is public.
-- A control character 1 stands for the site's address, which no JSON text can hold by itself.
create table public_profile (
    listing_id bigint primary key references listing on delete cascade,
    slug text not null unique,
    profile text not null,
    summary text not null,
    counts_as text not null -- status and categories: where it counts
);

create table listing_category (
    listing_id bigint not null references listing on delete cascade,
    category_id bigint not null references category,
    position int not null,
    primary key (listing_id, position),
    unique (listing_id, category_id)
);
create index listing_category_category on listing_category (category_id, listing_id);

create table listing_member (
    listing_id bigint not null references listing on delete cascade,
    account_id bigint not null references account on delete cascade,
    role text not null check (role in ('owner', 'cofounder')),
    since timestamptz not null,
    primary key (listing_id, account_id)
);
create index listing_member_account on listing_member (account_id, listing_id);

create table listing_founder (
    listing_id bigint not null references listing on delete cascade,
    position int not null,
    founder_slug text not null,
    name text not null,
    title text,
    bio text,
    primary key (listing_id, position)
);
create index listing_founder_slug on listing_founder (founder_slug, listing_id);

create table listing_update (
    id bigint generated always as identity primary key,
    listing_id bigint not null references listing on delete cascade,
    title text not null,
    body text not null,
    posted_at timestamptz not null
);
create index listing_update_listing on listing_update (listing_id, posted_at desc, id desc);

create table listing_milestone (
    id bigint generated always as identity primary key,
    listing_id bigint not null references listing on delete cascade,
    date date not null,
    title text not null,
    description text,
    url text
);
create index listing_milestone_listing on listing_milestone (listing_id, date desc, id desc);

create table listing_story (
    listing_id bigint primary key references listing on delete cascade,
    sections jsonb not null,
    updated_at timestamptz not null
);

create table listing_domain_rating (
    listing_id bigint not null references listing on delete cascade,
    date date not null,
    rating int not null check (rating between 0 and 100),
    primary key (listing_id, date)
);

create table listing_revenue (
    listing_id bigint primary key references listing on delete cascade,
    monthly_cents bigint not null check (monthly_cents >= 0),
    verified boolean not null default false,
    stated_at timestamptz not null
);

create table listing_alternative (
    listing_id bigint not null references listing on delete cascade,
    alternative_id bigint not null references listing on delete cascade,
    approved boolean not null,
    primary key (listing_id, alternative_id),
    check (listing_id <> alternative_id)
);
