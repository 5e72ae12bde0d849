-- Sales and corrections of passes at the till.
CREATE TABLE receipt (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind text NOT NULL CHECK (kind IN ('sale', 'correction')),
    customer_id uuid NOT NULL REFERENCES customer,
    pass_id uuid NOT NULL REFERENCES pass,
    sets integer NOT NULL CHECK (sets <> 0),
    -- Money received; negative if paid out.
    amount bigint NOT NULL,
    currency text NOT NULL,
    reason text,
    made_at bigint NOT NULL,
    made_by uuid NOT NULL,
    CONSTRAINT receipt_reason CHECK ((kind = 'correction') = (reason IS NOT NULL))
);
CREATE INDEX receipt_by_customer ON receipt (customer_id, number DESC);
CREATE INDEX receipt_by_pass ON receipt (pass_id);
CREATE INDEX receipt_by_time ON receipt (made_at);
