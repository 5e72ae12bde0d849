-- A lock by an administrator: nobody signs in.
ALTER TABLE account
    ADD COLUMN locked_at bigint,
    ADD COLUMN lock_reason text,
    -- NULL for an operator at the machine.
    ADD COLUMN locked_by uuid,
    ADD CONSTRAINT account_lock_whole CHECK ((locked_at IS NULL) = (lock_reason IS NULL));

-- Administrators find accounts by the beginning of a property; pages follow the order of code points.
CREATE INDEX account_by_login ON account ((lower(login) COLLATE "C"), id);
CREATE INDEX account_by_email ON account ((email COLLATE "C"), id) WHERE email IS NOT NULL;
CREATE INDEX account_by_phone ON account ((phone COLLATE "C"), id) WHERE phone IS NOT NULL;

-- The version of the consent that a registration by e-mail gave.
ALTER TABLE registration ADD COLUMN consent_version text;
