-- Search: all that is asked of the words that begin alike, without a look at each row.
drop index search_word_word;
create index search_word_word on search_word (word) include (compound, listings);
