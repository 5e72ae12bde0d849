-- Customers who wait for slots that are booked, in the order of the ids. Slots that become free are held for the first;
-- the entry ends with that hold.
CREATE TABLE waitlist (
    id uuid PRIMARY KEY,
    customer_id uuid NOT NULL REFERENCES customer,
    reverse_id text NOT NULL,
    starts_at bigint NOT NULL,
    ends_at bigint NOT NULL,
    sets integer NOT NULL CHECK (sets BETWEEN 1 AND 8),
    made_at bigint NOT NULL,
    -- No offer before this: the customer holds other slots, or has quiet hours.
    turn_at bigint NOT NULL DEFAULT 0,
    hold_id uuid REFERENCES hold ON DELETE CASCADE,
    CONSTRAINT waitlist_time CHECK (starts_at < ends_at),
    CONSTRAINT waitlist_once UNIQUE (customer_id, reverse_id, starts_at, sets)
);
CREATE INDEX waitlist_by_start ON waitlist (reverse_id, starts_at);
CREATE INDEX waitlist_by_hold ON waitlist (hold_id) WHERE hold_id IS NOT NULL;
