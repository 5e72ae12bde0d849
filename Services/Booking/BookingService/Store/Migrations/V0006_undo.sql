-- Time after booking during which cancelling is free however close the start is; 0 for bookings of older programs.
ALTER TABLE booking ADD COLUMN undo_ms bigint NOT NULL DEFAULT 0;
-- The customer cancelled or moved the booking in that time, when it would have been late otherwise.
ALTER TABLE booking ADD COLUMN undone_at bigint;
CREATE INDEX booking_undone ON booking (customer_id, undone_at) WHERE undone_at IS NOT NULL;
