-- Codes on their way to telephones. Rows stay after their use for as long as the limits count them, without what people said
-- of themselves.
CREATE TABLE phone_challenge (
    id uuid PRIMARY KEY,
    phone text NOT NULL,
    -- The number but for its last four digits: who runs up a bill asks for many numbers of one block.
    prefix text NOT NULL GENERATED ALWAYS AS (left(phone, -4)) STORED,
    place text NOT NULL,
    -- The account that wants this number; NULL for signing in.
    account_id uuid REFERENCES account ON DELETE CASCADE,
    first_name text,
    last_name text,
    email text,
    birth_date date,
    declaration_version text,
    consent_version text,
    code_mac bytea NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    used_at bigint,
    -- The number is proven and nobody is known by it: until then the registration can be completed.
    completes_until bigint
);
CREATE INDEX phone_challenge_by_phone ON phone_challenge (phone, created_at);
CREATE INDEX phone_challenge_by_place ON phone_challenge (place, created_at);
CREATE INDEX phone_challenge_by_prefix ON phone_challenge (prefix, created_at);
CREATE INDEX phone_challenge_by_time ON phone_challenge (created_at);
CREATE INDEX phone_challenge_by_account ON phone_challenge (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX phone_challenge_with_person ON phone_challenge (expires_at) WHERE first_name IS NOT NULL;

-- What was sent on a day of UTC, counted from 1970: all replicas together.
CREATE TABLE sms_budget (
    day bigint PRIMARY KEY,
    sent bigint NOT NULL
);
