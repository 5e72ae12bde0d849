-- Instants are milliseconds since 1970.

-- Look-ups that people saved. An id is a UUID of version 7, so that the order of ids is that of time.
CREATE TABLE look_up (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    saved_at bigint NOT NULL,
    -- What the caller called the call; the same key means the same call.
    call_key text,
    fingerprint bytea,
    latitude double precision NOT NULL,
    longitude double precision NOT NULL,
    label text,
    precision text,
    street text,
    house text,
    city text,
    country text,
    country_code text,
    address_attribution text,
    observed_at bigint,
    condition text,
    is_day boolean,
    temperature double precision,
    weather_attribution text,
    is_simulated boolean NOT NULL,
    CONSTRAINT look_up_call_once UNIQUE (account_id, call_key)
);
CREATE INDEX look_up_by_account ON look_up (account_id, id DESC);

-- Whose turn it is to ask a third party that wants to be asked seldom: one row for each, shared by all replicas.
CREATE TABLE turn (
    third_party text PRIMARY KEY,
    next_at bigint NOT NULL
);
INSERT INTO turn (third_party, next_at) VALUES ('nominatim', 0);
