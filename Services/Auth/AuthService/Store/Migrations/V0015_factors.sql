-- The secret of an account's authenticator app (RFC 6238), encrypted.
CREATE TABLE authenticator (
    account_id uuid PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
    sealed bytea NOT NULL,
    created_at bigint NOT NULL,
    -- The time of the first code; without it, sign-ins need no code yet.
    confirmed_at bigint,
    -- The time step of the last accepted code: neither it nor an earlier one is accepted again.
    last_step bigint NOT NULL DEFAULT 0
);

-- The recovery codes that were not used, as MACs.
CREATE TABLE recovery_code (
    account_id uuid NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    mac bytea NOT NULL,
    PRIMARY KEY (account_id, mac)
);

-- The public keys of passkeys (WebAuthn).
CREATE TABLE passkey (
    -- The credential's id.
    id bytea PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    name text NOT NULL,
    -- The algorithm of the key, a number of COSE.
    algorithm bigint NOT NULL,
    public_key bytea NOT NULL,
    -- The authenticator's number of signatures; 0 for one that does not count.
    sign_count bigint NOT NULL,
    created_at bigint NOT NULL,
    used_at bigint
);
CREATE INDEX passkey_by_account ON passkey (account_id, created_at);

-- The challenges of passkeys that were answered: none is accepted a second time.
CREATE TABLE answered_challenge (
    id bytea PRIMARY KEY,
    expires_at bigint NOT NULL
);
CREATE INDEX answered_challenge_by_expiry ON answered_challenge (expires_at);

ALTER TABLE session
    -- The time of the latest proof that the owner is present; that of the sign-in if it is not set.
    ADD COLUMN present_at bigint,
    -- Whether a second factor or a passkey has proved the owner.
    ADD COLUMN is_strong boolean NOT NULL DEFAULT false;
