-- The marks by which an owner recognizes a session.
ALTER TABLE session
    -- The device, as it named itself at sign-in.
    ADD COLUMN device text,
    -- The IPv4 address or IPv6 /64 of the latest use.
    ADD COLUMN place text;

-- The time of the deletion that the owner asked for.
ALTER TABLE account ADD COLUMN deletes_at bigint;
CREATE INDEX account_by_deletion ON account (deletes_at) WHERE deletes_at IS NOT NULL;

-- An ended session outlives a deleted account, because gateways must hear of its end.
ALTER TABLE session DROP CONSTRAINT session_account_id_fkey;

-- The deleted accounts, for services that hold something of them, also when they are restored from a backup.
CREATE TABLE erased_account (
    -- In the order of deletion. Begins with the time, so that numbers grow even after a restore of an older state.
    number bigint PRIMARY KEY,
    account_id uuid NOT NULL,
    erased_at bigint NOT NULL
);

-- The audit trail keeps what happened; only network addresses are erased, with the account.
CREATE FUNCTION audit_erases_addresses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.address IS NULL AND to_jsonb(NEW) - 'address' = to_jsonb(OLD) - 'address' THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'the audit trail is append-only';
END
$$;
CREATE INDEX audit_by_subject ON audit (subject) WHERE account_id IS NULL AND subject IS NOT NULL;
DROP TRIGGER audit_append_only ON audit;
CREATE TRIGGER audit_append_only BEFORE DELETE OR TRUNCATE ON audit
    FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
CREATE TRIGGER audit_unchanged BEFORE UPDATE ON audit
    FOR EACH ROW EXECUTE FUNCTION audit_erases_addresses();
