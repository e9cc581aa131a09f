-- Say what is sold, unless the operator has given it words of their own.
update product set description = replace(description, 'the story, milestones and media.', 'the story, milestones and pictures.')
where code = 'launch' and description like '%It unlocks the story, milestones and media.%';
update product set description = 'Your listing appears under “Featured” on the home page and its category pages for 30 days, marked as paid. If there are more featured listings than places, they take turns. Votes and rankings are not affected.'
where code = 'featured' and description = 'Your listing appears in the site''s featured places for 30 days, marked as featured. Votes and rankings are not affected.';
update product set description = 'Paid placement: the billboard ranks listings by the amount paid and says so wherever it is shown. You choose the amount; it is added to what you paid before. Votes, awards and other rankings are not affected.'
where code = 'billboard_min' and description = 'Paid placement: the billboard ranks listings by the amount contributed and says so wherever it is shown. You choose the amount; it is added to earlier contributions. Votes, awards and other rankings are not affected.';
update product set description = 'Your listing is the one sponsor of the next available Monday newsletter, marked as sponsored, for subscribers of all categories. Votes and rankings are not affected.'
where code = 'newsletter_sponsor' and description = 'Your listing is the one sponsor of the next Monday newsletter with a free place, marked as sponsored, for subscribers of all categories. Votes and rankings are not affected.';
update product set options = jsonb_set(options, '{focus,description}', '"What should we focus on?"')
where code in ('ai_review', 'launch_bundle') and options #>> '{focus,description}' = 'What the check focuses on. Default: everything.';
