-- A time is handed from one hold to the next of the same customer, of which there is one at a time: its claims name the
-- new hold before that is kept.
ALTER TABLE slot_claim ALTER CONSTRAINT slot_claim_hold_id_fkey DEFERRABLE INITIALLY DEFERRED;
