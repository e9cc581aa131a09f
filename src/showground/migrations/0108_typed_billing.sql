-- What the buyer typed at the checkout of an order that they then changed, so that the next checkout can show it. Not
-- checked yet, and gone once billing details are entered or the order ends.
alter table purchase add column typed_billing jsonb;
