-- 'credit' holds what the park owes a customer, beside 'due', what the customer owes.
CREATE UNIQUE INDEX ledger_account_credit_once ON ledger_account (customer_id, unit) WHERE kind = 'credit';

-- What was booked for a telephone became an account's. Entries of the ledger stay where they were made: those of the
-- caller after the one number up to the other are the customer's. The number of a telephone may be somebody else's
-- later, and so are the entries that come then.
CREATE TABLE joining (
    caller_id uuid NOT NULL REFERENCES customer,
    customer_id uuid NOT NULL REFERENCES customer,
    after_number bigint NOT NULL,
    last_number bigint NOT NULL,
    joined_at bigint NOT NULL,
    PRIMARY KEY (caller_id, last_number),
    CONSTRAINT joining_range CHECK (after_number < last_number)
);
CREATE INDEX joining_by_customer ON joining (customer_id);

-- Those of before there was a table for them, from the audit.
INSERT INTO joining (caller_id, customer_id, after_number, last_number, joined_at)
SELECT caller_id, customer_id, after_number, last_number, joined_at FROM (
    SELECT caller_id, customer_id, joined_at, last_number,
        coalesce(lag(last_number) OVER (PARTITION BY caller_id ORDER BY id), 0) AS after_number
    FROM (
        SELECT a.id, a.subject::uuid AS caller_id, a.customer_id, a.at AS joined_at,
            coalesce((SELECT max(t.number) FROM ledger_transfer t
                WHERE t.customer_id = a.subject::uuid AND t.made_at <= a.at), 0) AS last_number
        FROM audit a WHERE a.event = 'joined') joined) ranges
WHERE after_number < last_number;
