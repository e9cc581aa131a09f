"""Migrations after the first release leave the version before them serving, and lock nothing for long."""

import pytest

from showground.core.database.migrations import Migration, ours
from tests.repo_rules.migrations import FIRST_RELEASE, objections


def test_no_migration_stops_the_version_before_it() -> None:
    later = [migration for migration in ours() if int(migration.name[:4]) > FIRST_RELEASE]
    assert {migration.name: objections(migration) for migration in later if objections(migration)} == {}


@pytest.mark.parametrize(
    "sql",
    [
        "alter table listing add column news text",
        "alter table listing add column news text not null default ''",
        "alter table listing alter column city drop not null, alter city drop default",
        "create table news (id bigint primary key); create index n on news (id); alter table news add check (id > 0);",
        "-- alone\ncreate index concurrently listing_city on listing (city);",
        "alter table listing add check (city <> '') not valid;",
        "-- needs: 0041_new.sql\nalter table listing drop column city;",
        "-- locks: it has a few rows\ncreate index product_name on product (name);",
        "alter table listing drop constraint listing_city_check;",
    ],
)
def test_what_may_be_done_at_once(sql: str) -> None:
    assert objections(Migration("0099_x.sql", sql)) == []


@pytest.mark.parametrize(
    ("sql", "word"),
    [
        ("alter table listing drop column city;", "two_steps"),
        ("alter table listing drop city, add column town text;", "two_steps"),
        ("drop table listing_alias;", "two_steps"),
        ("alter table listing rename column city to town;", "two_steps"),
        ("alter table listing rename to product;", "two_steps"),
        ("alter table listing alter column city type citext;", "rewritten"),
        ("alter table listing add column news text not null;", "default"),
        ("alter table listing alter column city set not null;", "leave it out"),
        ("create index listing_city on listing (city);", "concurrently"),
        ("create unique index listing_city on listing (city);", "concurrently"),
        ("alter table listing add unique (city);", "using index"),
        ("alter table listing add constraint c check (city <> '');", "not valid"),
        ("alter table listing add foreign key (city) references city;", "not valid"),
    ],
)
def test_what_may_not(sql: str, word: str) -> None:
    [told] = objections(Migration("0099_x.sql", sql))
    assert word.replace("two_steps", "one release later") in told
