-- Instants are milliseconds since 1970.

CREATE TABLE account (
    id uuid PRIMARY KEY,
    login text NOT NULL,
    -- In lower case. That an address has one account at most is this constraint's work, whoever races whom.
    email text NOT NULL CONSTRAINT account_email_once UNIQUE,
    password_hash text NOT NULL,
    declaration_version text NOT NULL,
    declared_at bigint NOT NULL,
    created_at bigint NOT NULL
);

CREATE TABLE account_role (
    account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
    role text NOT NULL,
    granted_at bigint NOT NULL,
    PRIMARY KEY (account_id, role)
);

-- What waits for its code. Rows stay after their use for as long as the limits count them, without the hash.
CREATE TABLE registration (
    id uuid PRIMARY KEY,
    login text NOT NULL,
    email text NOT NULL,
    password_hash text,
    declaration_version text NOT NULL,
    code_mac bytea NOT NULL,
    place text NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    used_at bigint
);
CREATE INDEX registration_by_email ON registration (email, created_at);
CREATE INDEX registration_by_place ON registration (place, created_at);
CREATE INDEX registration_by_time ON registration (created_at);
CREATE INDEX registration_with_password ON registration (expires_at) WHERE password_hash IS NOT NULL;

-- In the order in which sessions end, so that those who ask again get only what is new.
CREATE SEQUENCE session_end_number;

CREATE TABLE session (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
    counter bigint NOT NULL,
    created_at bigint NOT NULL,
    rotated_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    ended_at bigint,
    end_reason text,
    end_number bigint,
    CONSTRAINT session_end_whole CHECK (
        (ended_at IS NULL) = (end_number IS NULL) AND (ended_at IS NULL) = (end_reason IS NULL))
);
CREATE INDEX session_live ON session (account_id, created_at) WHERE ended_at IS NULL;
CREATE INDEX session_by_expiry ON session (expires_at);
CREATE INDEX session_by_end ON session (ended_at) WHERE ended_at IS NOT NULL;
CREATE UNIQUE INDEX session_by_end_number ON session (end_number) WHERE end_number IS NOT NULL;

CREATE TABLE login_throttle (
    -- A keyed hash: of an account, of a place, or of both.
    key text PRIMARY KEY,
    failures bigint NOT NULL,
    last_attempt_at bigint NOT NULL
);
CREATE INDEX login_throttle_by_time ON login_throttle (last_attempt_at);

CREATE TABLE signing_key (
    id text PRIMARY KEY,
    active_from bigint NOT NULL UNIQUE,
    -- AES-256-GCM: nonce, ciphertext, tag.
    sealed bytea NOT NULL,
    created_at bigint NOT NULL
);

CREATE TABLE audit (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at bigint NOT NULL,
    event text NOT NULL,
    -- No foreign keys: entries outlive what they are about.
    account_id uuid,
    session_id uuid,
    subject text,
    address text,
    trace_id text
);
CREATE INDEX audit_by_account ON audit (account_id, id) WHERE account_id IS NOT NULL;

CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit trail is append-only';
END
$$;
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
    FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
