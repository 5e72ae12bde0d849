-- The purchases of all customers by time, as administrators see them.
CREATE INDEX payment_by_time ON payment (made_at DESC, id DESC);
