-- Exports read the rows of one customer.
CREATE INDEX restriction_of_customer ON restriction (customer_id);
CREATE INDEX ledger_account_of_customer ON ledger_account (customer_id) WHERE customer_id IS NOT NULL;
