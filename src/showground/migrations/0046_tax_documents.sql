-- Invoices, credit notes and corrected invoices: each kept as it was issued, with the columns that reports add up.
-- Amounts of credit notes are negative here, so that sums are right. The version before still writes and reads
-- `invoice`: a trigger copies what it writes, and this version writes both.

create table tax_document (
    number text primary key,
    id bigint generated always as identity unique, -- the order in which documents were issued
    kind text not null check (kind in ('invoice', 'credit_note', 'corrected_invoice')),
    series text not null,
    test boolean not null,
    purchase_id bigint not null references purchase,
    refund_id bigint unique references refund,
    refers_to text references tax_document, -- what it corrects
    language text not null,
    issued_at timestamptz not null,
    issued_on date not null,
    supplied_on date not null, -- the tax point: the day of payment; a credit note has that of its invoice
    paid_on date,
    buyer text not null,
    buyer_country text not null,
    buyer_place text not null,
    buyer_vat_number text,
    currency text not null,
    net_cents bigint not null,
    vat_cents bigint not null,
    total_cents bigint not null check (total_cents = net_cents + vat_cents),
    seller_currency text not null,
    seller_vat_cents bigint, -- the tax in the seller's currency; null while no exchange rate was known
    exchange_on date, -- the day of the exchange rates; null where none was needed or known
    document jsonb not null,
    check ((kind = 'invoice') = (refers_to is null)),
    check (case when kind = 'credit_note' then net_cents <= 0 and vat_cents <= 0 else net_cents >= 0 and vat_cents >= 0 end)
);
create index tax_document_purchase on tax_document (purchase_id);
create index tax_document_issued on tax_document (issued_on, number);
create index tax_document_refers_to on tax_document (refers_to);

-- The tax of a document by rate. Reports add these up by `rate_of`, `rate` and quarter.
create table tax_document_part (
    number text not null references tax_document,
    position int not null,
    kind text not null,
    tax text not null,
    rule text not null,
    rate numeric not null,
    rate_of text, -- whose rate it is; null where no tax is charged
    net_cents bigint not null,
    tax_cents bigint not null,
    seller_net_cents bigint, -- the same in the seller's currency
    seller_tax_cents bigint,
    primary key (number, position)
);

-- The last number of each series and year. The row is locked until the document is there, so that no number is missing.
-- Live invoices are still counted in `invoice_counter`, which the version before uses as well.
create table tax_document_counter (
    series text not null,
    year int not null,
    last int not null,
    primary key (series, year)
);

-- Reference rates of the European Central Bank: units of a currency for one euro.
create table exchange_rate (
    day date not null,
    currency text not null,
    per_euro numeric not null check (per_euro > 0),
    primary key (day, currency)
);

alter table payment add column test boolean; -- whether no money moves; null in rows of the version before
alter table refund add column correction boolean not null default false; -- of tax that a corrected invoice takes off

create function copy_invoice(issued invoice) returns void language plpgsql as $$
declare
    old jsonb := issued.document;
    vat jsonb := coalesce(nullif(old->'vat', 'null'), '{}');
    buyer jsonb := coalesce(nullif(old->'buyer', 'null'), '{}');
    seller jsonb := old->'seller';
    parts jsonb;
    lines jsonb;
    paid timestamptz;
    is_test boolean;
begin
    select coalesce(purchase.paid_at, issued.issued_at),
        exists (select from payment where payment.purchase_id = purchase.id and payment.state in ('paid', 'refunded')
            and not payment.surplus and (payment.provider = 'sandbox' or payment.reference like 'cs\_test\_%'))
        into paid, is_test from purchase where purchase.id = issued.purchase_id;
    parts := case when jsonb_array_length(coalesce(vat->'parts', '[]')) > 0 then vat->'parts' else jsonb_build_array(
        jsonb_build_object('kind', coalesce(vat->>'kind', 'seller_outside_eu'), 'tax', 'VAT', 'rule', 'not recorded',
            'rate', coalesce((vat->>'rate')::numeric, 0),
            'rate_of', case when (vat->>'cents')::bigint > 0 then vat->>'country' end,
            'net_cents', old->'net_cents', 'cents', coalesce((vat->>'cents')::bigint, 0))) end;
    select coalesce(jsonb_agg(jsonb_build_object(
            'name', line->>'name', 'listing', line->>'listing', 'net_cents', line->'price_cents',
            'kind', parts->0->>'kind', 'tax', parts->0->>'tax', 'rate', parts->0->'rate',
            'period_from', line->>'week', 'period_until', (line->>'week')::date + 6) order by position), '[]')
        into lines from jsonb_array_elements(old->'lines') with ordinality as each (line, position);
    insert into tax_document (number, kind, series, test, purchase_id, language, issued_at, issued_on, supplied_on, paid_on,
        buyer, buyer_country, buyer_place, buyer_vat_number, currency, net_cents, vat_cents, total_cents, seller_currency,
        seller_vat_cents, document)
    values (issued.number, 'invoice', 'invoice', is_test, issued.purchase_id, 'en', issued.issued_at,
        (issued.issued_at at time zone 'UTC')::date, (paid at time zone 'UTC')::date, (paid at time zone 'UTC')::date,
        coalesce(buyer->>'company', buyer->>'name', ''), coalesce(buyer->>'country', vat->>'country', ''),
        coalesce(buyer->>'place', buyer->>'country', vat->>'country', ''), buyer->>'vat_number', old->>'currency',
        (old->>'net_cents')::bigint, (old->>'total_cents')::bigint - (old->>'net_cents')::bigint,
        (old->>'total_cents')::bigint, old->>'currency', null,
        jsonb_build_object(
            'kind', 'invoice', 'number', issued.number, 'test', is_test, 'language', 'en', 'order', old->>'order',
            'issued_on', (issued.issued_at at time zone 'UTC')::date,
            'supplied_on', (paid at time zone 'UTC')::date, 'paid_on', (paid at time zone 'UTC')::date,
            'seller', jsonb_build_object(
                'name', seller->>'name', 'country', seller->>'country', 'vat_number', seller->>'vat_number',
                'address', array_remove(regexp_split_to_array(coalesce(seller->>'address', ''), '\s*;\s*'), '')),
            'buyer', jsonb_build_object(
                'name', coalesce(buyer->>'company', buyer->>'name', ''),
                'contact', case when buyer->>'company' <> buyer->>'name' then buyer->>'name' end,
                'country', coalesce(buyer->>'country', vat->>'country', ''),
                'vat_number', buyer->>'vat_number', 'email', buyer->>'email',
                'address', array_remove(array[buyer->>'address', buyer->>'city'], null)),
            'lines', lines,
            'parts', (select jsonb_agg(part - 'cents' || jsonb_build_object('tax_cents', part->'cents'))
                from jsonb_array_elements(parts) part),
            'currency', old->>'currency', 'net_cents', old->'net_cents',
            'vat_cents', (old->>'total_cents')::bigint - (old->>'net_cents')::bigint,
            'total_cents', old->'total_cents',
            'notes', array_remove(array[old->>'vat_note'], null)))
    on conflict (number) do nothing;
    if found then
        insert into tax_document_part (number, position, kind, tax, rule, rate, rate_of, net_cents, tax_cents)
        select issued.number, position - 1, part->>'kind', part->>'tax', part->>'rule', (part->>'rate')::numeric,
            part->>'rate_of', (part->>'net_cents')::bigint, (part->>'cents')::bigint
        from jsonb_array_elements(parts) with ordinality as each (part, position);
    end if;
end $$;

create function copy_new_invoice() returns trigger language plpgsql as $$
begin
    perform copy_invoice(new);
    return null;
end $$;
create trigger invoice_is_copied after insert on invoice for each row execute function copy_new_invoice();
