-- A lock by an administrator: nobody signs in. All statements are short: they keep others from the tables.
ALTER TABLE account
    ADD COLUMN locked_at bigint,
    ADD COLUMN lock_reason text,
    ADD COLUMN locked_by uuid,
    -- Not checked for old rows, which satisfy it: a check would read the table.
    ADD CONSTRAINT account_lock_whole CHECK ((locked_at IS NULL) = (lock_reason IS NULL)) NOT VALID;

-- The version of the consent that a registration by e-mail gave.
ALTER TABLE registration ADD COLUMN consent_version text;
