-- Instants are milliseconds since 1970.

-- The addresses at which calendar programs read a customer's bookings without signing in.
CREATE TABLE calendar (
    customer_id uuid PRIMARY KEY REFERENCES customer,
    -- The language of the texts.
    language text NOT NULL,
    -- The SHA-256 of the secret, which is not kept.
    digest bytea NOT NULL CONSTRAINT calendar_secret_once UNIQUE CHECK (length(digest) = 32),
    made_at bigint NOT NULL
);
