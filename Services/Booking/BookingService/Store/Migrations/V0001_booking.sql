-- Instants are milliseconds since 1970. Locks are taken in the order: park, customer, claims, ledger, days.

-- The park as its administrator configured it; the newest version holds.
CREATE TABLE configuration (
    version bigint PRIMARY KEY,
    document text NOT NULL,
    made_at bigint NOT NULL,
    made_by uuid
);

CREATE TABLE customer (
    id uuid PRIMARY KEY,
    -- Empty for somebody who has only ever called.
    account_id uuid CONSTRAINT customer_account_once UNIQUE,
    name text NOT NULL,
    phone text,
    -- In which messages are written.
    language text NOT NULL,
    -- When name and phone were last asked for.
    known_at bigint NOT NULL,
    -- No hold before this.
    hold_again_at bigint NOT NULL DEFAULT 0
);
-- A caller without an account is known by the phone number alone.
CREATE UNIQUE INDEX customer_caller_once ON customer (phone) WHERE account_id IS NULL;
CREATE INDEX customer_by_phone ON customer (reverse(phone) text_pattern_ops);

CREATE TABLE hold (
    id uuid PRIMARY KEY,
    customer_id uuid NOT NULL REFERENCES customer CONSTRAINT hold_once UNIQUE,
    reverse_id text NOT NULL,
    starts_at bigint NOT NULL,
    ends_at bigint NOT NULL,
    sets integer NOT NULL,
    price bigint NOT NULL,
    currency text NOT NULL,
    made_at bigint NOT NULL,
    expires_at bigint NOT NULL
);
CREATE INDEX hold_by_start ON hold (starts_at);

CREATE TABLE booking (
    id uuid PRIMARY KEY,
    customer_id uuid NOT NULL REFERENCES customer,
    reverse_id text NOT NULL,
    starts_at bigint NOT NULL,
    ends_at bigint NOT NULL,
    sets integer NOT NULL CHECK (sets BETWEEN 1 AND 8),
    state text NOT NULL CHECK (state IN ('booked', 'checkedIn', 'noShow', 'cancelled')),
    pay_with text NOT NULL CHECK (pay_with IN ('pass', 'onSite')),
    charge_state text NOT NULL,
    price bigint NOT NULL CHECK (price >= 0),
    currency text NOT NULL,
    -- The rules under which it was made; what is configured later does not touch it.
    time_zone text NOT NULL,
    free_cancellation_ms bigint NOT NULL CHECK (free_cancellation_ms >= 0),
    configuration_version bigint NOT NULL REFERENCES configuration,
    note text,
    made_at bigint NOT NULL,
    -- The member of the staff who booked for a caller.
    made_by uuid,
    moves integer NOT NULL DEFAULT 0,
    cancelled_at bigint,
    cancelled_by text,
    cancelled_late boolean,
    cancel_reason text,
    CONSTRAINT booking_time CHECK (starts_at < ends_at),
    CONSTRAINT booking_cancelled CHECK (
        (state = 'cancelled') = (cancelled_at IS NOT NULL) AND (cancelled_at IS NULL) = (cancelled_by IS NULL)
        AND (cancelled_at IS NULL) = (cancelled_late IS NULL))
);
CREATE INDEX booking_by_start ON booking (starts_at, id);
CREATE INDEX booking_by_customer ON booking (customer_id, starts_at DESC, id DESC);
-- What is posted when it starts.
CREATE INDEX booking_held ON booking (starts_at) WHERE state = 'booked' AND charge_state = 'held';

-- Who has a time on a reverse. An atom is five minutes, counted from 1970, whatever a set's length is at the time: that
-- two people never have the same five minutes on one reverse is this key's work.
CREATE TABLE slot_claim (
    reverse_id text NOT NULL,
    atom bigint NOT NULL,
    booking_id uuid REFERENCES booking,
    hold_id uuid REFERENCES hold ON DELETE CASCADE,
    -- Of a hold: whoever comes later may take it over.
    expires_at bigint,
    PRIMARY KEY (reverse_id, atom),
    CONSTRAINT slot_claim_owner CHECK ((booking_id IS NULL) <> (hold_id IS NULL)),
    CONSTRAINT slot_claim_expiry CHECK ((hold_id IS NULL) = (expires_at IS NULL))
);
CREATE INDEX slot_claim_by_atom ON slot_claim (atom);
CREATE INDEX slot_claim_by_booking ON slot_claim (booking_id) WHERE booking_id IS NOT NULL;
CREATE INDEX slot_claim_by_hold ON slot_claim (hold_id) WHERE hold_id IS NOT NULL;

CREATE TABLE closure (
    id uuid PRIMARY KEY,
    -- Empty: all reverses.
    reverse_id text,
    starts_at bigint NOT NULL,
    ends_at bigint NOT NULL,
    reason text NOT NULL,
    made_at bigint NOT NULL,
    made_by uuid,
    reopened_at bigint,
    -- Empty while bookings in it may still have to be cancelled.
    done_at bigint,
    cancelled integer NOT NULL DEFAULT 0,
    CONSTRAINT closure_time CHECK (starts_at < ends_at)
);
CREATE INDEX closure_by_end ON closure (ends_at) WHERE reopened_at IS NULL;
CREATE INDEX closure_undone ON closure (made_at) WHERE done_at IS NULL AND reopened_at IS NULL;

-- A number for each day that grows with each change of it: what was read for a lower one is out of date.
CREATE TABLE day_version (
    day bigint PRIMARY KEY,
    version bigint NOT NULL
);

CREATE TABLE payment (
    id uuid PRIMARY KEY,
    customer_id uuid NOT NULL REFERENCES customer,
    product_id text NOT NULL,
    sets integer NOT NULL CHECK (sets > 0),
    valid_ms bigint NOT NULL CHECK (valid_ms > 0),
    amount bigint NOT NULL CHECK (amount > 0),
    currency text NOT NULL,
    state text NOT NULL CHECK (state IN ('pending', 'paid', 'failed', 'expired')),
    provider text NOT NULL,
    -- The provider's own name for it.
    provider_id text,
    payment_url text,
    return_url text NOT NULL,
    made_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    ended_at bigint,
    CONSTRAINT payment_provider_once UNIQUE (provider, provider_id)
);
CREATE INDEX payment_by_customer ON payment (customer_id, made_at DESC);
CREATE INDEX payment_pending ON payment (made_at) WHERE state = 'pending';

CREATE TABLE pass (
    id uuid PRIMARY KEY,
    customer_id uuid NOT NULL REFERENCES customer,
    product_id text NOT NULL,
    sets integer NOT NULL CHECK (sets > 0),
    bought_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    payment_id uuid REFERENCES payment CONSTRAINT pass_payment_once UNIQUE
);
CREATE INDEX pass_by_customer ON pass (customer_id, expires_at, id);
CREATE INDEX pass_by_expiry ON pass (expires_at);

CREATE TABLE sanction_case (
    id uuid PRIMARY KEY,
    booking_id uuid NOT NULL REFERENCES booking CONSTRAINT case_booking_once UNIQUE,
    customer_id uuid NOT NULL REFERENCES customer,
    kind text NOT NULL CHECK (kind IN ('lateCancellation', 'noShow')),
    state text NOT NULL CHECK (state IN ('open', 'decided', 'reversed')),
    opened_at bigint NOT NULL,
    sanction text,
    reason text,
    sets integer,
    fee bigint,
    currency text,
    until_at bigint,
    decided_at bigint,
    decided_by uuid,
    reversed_at bigint,
    reversed_by uuid,
    reversal_reason text,
    CONSTRAINT case_decided CHECK ((state = 'open') = (decided_at IS NULL)),
    CONSTRAINT case_reversed CHECK ((state = 'reversed') = (reversed_at IS NOT NULL))
);
CREATE INDEX case_open ON sanction_case (opened_at, id) WHERE state = 'open';
CREATE INDEX case_by_customer ON sanction_case (customer_id, opened_at DESC, id DESC);

-- What an account may not do for a time.
CREATE TABLE restriction (
    case_id uuid PRIMARY KEY REFERENCES sanction_case,
    customer_id uuid NOT NULL REFERENCES customer,
    kind text NOT NULL CHECK (kind IN ('prepayOnly', 'suspension')),
    until_at bigint NOT NULL,
    lifted_at bigint
);
CREATE INDEX restriction_by_customer ON restriction (customer_id, until_at) WHERE lifted_at IS NULL;

-- The ledger. Accounts of customers cannot go below zero; the park's own are the other side of each transfer, so that the
-- sum over all accounts of a unit is zero at any time.
CREATE TABLE ledger_account (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- 'pass' holds the sets of one pass, 'due' what a customer owes; the others are the park's.
    kind text NOT NULL,
    unit text NOT NULL,
    customer_id uuid REFERENCES customer,
    pass_id uuid REFERENCES pass CONSTRAINT ledger_account_pass_once UNIQUE,
    balance bigint NOT NULL DEFAULT 0,
    -- The part of the balance that pending transfers have set aside.
    pending bigint NOT NULL DEFAULT 0,
    CONSTRAINT ledger_account_owner CHECK ((kind = 'pass') = (pass_id IS NOT NULL)),
    CONSTRAINT ledger_account_pending CHECK (pending >= 0),
    CONSTRAINT ledger_account_covered CHECK (customer_id IS NULL OR balance >= pending)
);
CREATE UNIQUE INDEX ledger_account_due_once ON ledger_account (customer_id, unit) WHERE kind = 'due';
CREATE UNIQUE INDEX ledger_account_park_once ON ledger_account (kind, unit) WHERE customer_id IS NULL;

CREATE TABLE ledger_transfer (
    id uuid PRIMARY KEY,
    -- In the order in which they were made; those of one customer are made one after the other.
    number bigint GENERATED ALWAYS AS IDENTITY,
    -- 'posted' moves at once; 'pending' sets aside until its one 'post' or 'void'.
    phase text NOT NULL CHECK (phase IN ('posted', 'pending', 'post', 'void')),
    kind text NOT NULL,
    debit bigint NOT NULL REFERENCES ledger_account,
    credit bigint NOT NULL REFERENCES ledger_account,
    unit text NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    resolves uuid REFERENCES ledger_transfer CONSTRAINT ledger_transfer_resolved_once UNIQUE,
    customer_id uuid NOT NULL REFERENCES customer,
    booking_id uuid REFERENCES booking,
    payment_id uuid REFERENCES payment,
    case_id uuid REFERENCES sanction_case,
    made_at bigint NOT NULL,
    CONSTRAINT ledger_transfer_sides CHECK (debit <> credit),
    CONSTRAINT ledger_transfer_resolves CHECK ((phase IN ('post', 'void')) = (resolves IS NOT NULL))
);
CREATE INDEX ledger_transfer_by_customer ON ledger_transfer (customer_id, number DESC);
CREATE INDEX ledger_transfer_by_booking ON ledger_transfer (booking_id) WHERE booking_id IS NOT NULL;
CREATE INDEX ledger_transfer_by_case ON ledger_transfer (case_id) WHERE case_id IS NOT NULL;

-- What was answered to a call that carried an idempotency key, for those who ask again.
CREATE TABLE idempotency_key (
    account_id uuid NOT NULL,
    method text NOT NULL,
    key text NOT NULL,
    fingerprint bytea NOT NULL,
    answer bytea NOT NULL,
    made_at bigint NOT NULL,
    PRIMARY KEY (account_id, method, key)
);
CREATE INDEX idempotency_key_by_time ON idempotency_key (made_at);

CREATE TABLE audit (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at bigint NOT NULL,
    event text NOT NULL,
    -- Who did it: an account; empty for the service itself.
    actor uuid,
    customer_id uuid,
    booking_id uuid,
    subject text,
    trace_id text
);
CREATE INDEX audit_by_booking ON audit (booking_id, id) WHERE booking_id IS NOT NULL;

CREATE FUNCTION is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END
$$;
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
    FOR EACH STATEMENT EXECUTE FUNCTION is_append_only();
CREATE TRIGGER ledger_transfer_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transfer
    FOR EACH STATEMENT EXECUTE FUNCTION is_append_only();
