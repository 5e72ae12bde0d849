-- Instants are milliseconds since 1970.

-- Groups and lecturers that accounts have marked. What they are called is not kept: the university says.
CREATE TABLE favourite (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    kind text NOT NULL CHECK (kind IN ('group', 'lecturer')),
    -- A group's number or a lecturer's name in addresses.
    subject text NOT NULL,
    -- Empty: the whole group.
    subgroup smallint CHECK (subgroup BETWEEN 1 AND 9),
    pinned boolean NOT NULL DEFAULT false,
    added_at bigint NOT NULL,
    CONSTRAINT favourite_once UNIQUE (account_id, kind, subject)
);
CREATE UNIQUE INDEX favourite_pinned_once ON favourite (account_id) WHERE pinned;
