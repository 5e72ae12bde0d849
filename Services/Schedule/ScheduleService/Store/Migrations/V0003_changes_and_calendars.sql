-- Instants are milliseconds since 1970.

-- States of timetables that later ones replaced, so that people can see what changed since they last looked.
CREATE TABLE past_timetable (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind text NOT NULL CHECK (kind IN ('group', 'lecturer')),
    -- A group's number or a lecturer's name in addresses.
    subject text NOT NULL,
    fingerprint text NOT NULL,
    -- The timetable as JSON; empty: there was none.
    plan bytea,
    ended_at bigint NOT NULL
);
CREATE INDEX past_timetable_of_subject ON past_timetable (kind, subject, ended_at);

-- Addresses at which calendar programs read a timetable without signing in.
CREATE TABLE calendar (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    kind text NOT NULL CHECK (kind IN ('group', 'lecturer')),
    subject text NOT NULL,
    -- Empty: the whole group.
    subgroup smallint CHECK (subgroup BETWEEN 1 AND 9),
    -- The language of the texts.
    language text NOT NULL,
    -- The SHA-256 of the secret, which is not kept.
    digest bytea NOT NULL CONSTRAINT calendar_secret_once UNIQUE CHECK (length(digest) = 32),
    made_at bigint NOT NULL
);
CREATE INDEX calendar_of_account ON calendar (account_id, made_at);
