-- An account is found by its e-mail address, by its telephone number, or by both.
ALTER TABLE account
    ALTER COLUMN email DROP NOT NULL,
    ALTER COLUMN password_hash DROP NOT NULL,
    -- E.164. That a number has one account at most is this constraint's work.
    ADD COLUMN phone text CONSTRAINT account_phone_once UNIQUE,
    ADD COLUMN first_name text,
    ADD COLUMN last_name text,
    ADD COLUMN birth_date date,
    -- As it was told and never proven: to write to, not to sign in with.
    ADD COLUMN contact_email text,
    ADD COLUMN consent_version text,
    ADD COLUMN consented_at bigint,
    ADD CONSTRAINT account_found_somehow CHECK (email IS NOT NULL OR phone IS NOT NULL),
    ADD CONSTRAINT account_email_with_password CHECK ((email IS NULL) = (password_hash IS NULL));

CREATE INDEX account_role_by_role ON account_role (role, granted_at);

-- Who did it, where it was somebody else than the account itself.
ALTER TABLE audit ADD COLUMN actor_id uuid;
