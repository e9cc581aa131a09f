-- Questions that people ask about a listing or one of its updates, the makers' answers, and reports about both.

create table listing_question (
    id bigint generated always as identity primary key,
    listing_id bigint not null references listing on delete cascade,
    update_id bigint references listing_update on delete set null,
    account_id bigint references account on delete set null, -- null once the asker has removed it
    body text not null, -- empty once the asker has removed it
    state text not null check (state in ('visible', 'held', 'hidden', 'removed')),
    at timestamptz not null,
    moderated_by bigint references account on delete set null,
    moderated_at timestamptz
);
create index listing_question_newest on listing_question (listing_id, at desc, id desc);
create index listing_question_staff on listing_question (at desc, id desc);
create index listing_question_held on listing_question (at, id) where state = 'held';
create index listing_question_account on listing_question (account_id);
create index listing_question_update on listing_question (update_id) where update_id is not null;

-- An answer stays when its author deletes their account: like an update, it is the listing's statement.
create table listing_answer (
    id bigint generated always as identity primary key,
    question_id bigint not null references listing_question on delete cascade,
    account_id bigint references account on delete set null,
    body text not null,
    state text not null check (state in ('visible', 'hidden')),
    at timestamptz not null,
    moderated_by bigint references account on delete set null,
    moderated_at timestamptz
);
create index listing_answer_question on listing_answer (question_id, at, id);
create index listing_answer_account on listing_answer (account_id);

create table question_report (
    id bigint generated always as identity primary key,
    question_id bigint not null references listing_question on delete cascade,
    answer_id bigint references listing_answer on delete cascade,
    account_id bigint not null references account on delete cascade,
    reason text not null check (reason in ('wrong', 'spam', 'rights', 'harm', 'other')),
    body text not null,
    at timestamptz not null,
    settled_at timestamptz,
    settled_by bigint references account on delete set null,
    unique nulls not distinct (question_id, answer_id, account_id)
);
create index question_report_open on question_report (at, id) where settled_at is null;
create index question_report_answer on question_report (answer_id) where answer_id is not null;
create index question_report_account on question_report (account_id);

-- One row: what staff have chosen.
create table question_policy (
    hold_first boolean not null -- whether the first question of a new account waits for staff
);
insert into question_policy (hold_first) values (false);
