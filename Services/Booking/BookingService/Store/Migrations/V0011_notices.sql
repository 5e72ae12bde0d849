-- The next notice about a booking: a confirmation or a reminder, and when it is due; NULL if none follows. Bookings of
-- before this migration get none.
ALTER TABLE booking ADD COLUMN notice_at bigint;
ALTER TABLE booking ALTER COLUMN notice_at SET DEFAULT 0;
ALTER TABLE booking ADD COLUMN notice_kind text NOT NULL DEFAULT 'confirmation'
    CHECK (notice_kind IN ('confirmation', 'dayBefore', 'hoursBefore'));
CREATE INDEX booking_notice_due ON booking (notice_at) WHERE notice_at IS NOT NULL;

-- The choices of customers who have made any.
CREATE TABLE notice_choice (
    customer_id uuid PRIMARY KEY REFERENCES customer,
    channel text NOT NULL CHECK (channel IN ('sms', 'email')),
    confirms boolean NOT NULL,
    reminds_day_before boolean NOT NULL,
    reminds_hours_before boolean NOT NULL,
    quiet_from text NOT NULL,
    quiet_to text NOT NULL
);

-- The number of confirmations sent to a customer since a moment, at most a day ago.
ALTER TABLE customer ADD COLUMN confirmed_since bigint NOT NULL DEFAULT 0;
ALTER TABLE customer ADD COLUMN confirmed_count integer NOT NULL DEFAULT 0;
