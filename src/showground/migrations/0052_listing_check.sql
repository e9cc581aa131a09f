-- "AI review" promised what it was not: without a language model it is a check by rules. It is sold as what it is, unless
-- the operator has given it words of their own. Its code stays.
update product set name = 'Listing check', description = 'We check your listing and the quotes from your website the way a first-time visitor reads them, and email you what is missing, what is unclear and what to change first. Only you see it.'
where code = 'ai_review' and name = 'AI review';
update product set description = 'A launch, 30 days featured and a listing check, for less than the three cost separately.'
where code = 'launch_bundle' and description like '%AI review%';
update product set options = jsonb_set(options, '{focus,description}', '"What the check focuses on. Default: everything."')
where code in ('ai_review', 'launch_bundle') and options #>> '{focus,description}' like '%review focuses on%';
