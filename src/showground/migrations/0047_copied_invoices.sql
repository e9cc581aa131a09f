-- Copy the invoices that were issued before; a new one is copied by its trigger.

select copy_invoice(invoice) from invoice order by issued_at, number;
