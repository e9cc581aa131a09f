-- Founders and their interviews; the blog.

create table founder (
    id bigint generated always as identity primary key,
    slug text not null unique check (slug ~ '^[a-z0-9][a-z0-9-]{0,219}$'),
    name text not null,
    bio text,
    country text,
    socials jsonb,
    account_id bigint unique references account on delete set null
);

create table interview_question (
    id bigint generated always as identity primary key,
    question text not null unique,
    position int not null
);

create table interview_answer (
    founder_id bigint not null references founder on delete cascade,
    question_id bigint not null references interview_question on delete cascade,
    answer text not null,
    answered_at timestamptz not null,
    primary key (founder_id, question_id)
);

create table post (
    id bigint generated always as identity primary key,
    slug text not null unique check (slug ~ '^[a-z0-9][a-z0-9-]{0,219}$'),
    title text not null,
    summary text not null,
    body text not null,
    author text not null,
    faqs jsonb not null default '[]',
    published_at timestamptz not null
);
create index post_published on post (published_at desc, id desc);
