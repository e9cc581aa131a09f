-- Makers are notified of new questions about their listings and of new reviews.

alter table notification
    drop constraint notification_kind_check,
    add constraint notification_kind_check
        check (kind in ('answer', 'review_reply', 'award', 'launch', 'question', 'review')) not valid;
