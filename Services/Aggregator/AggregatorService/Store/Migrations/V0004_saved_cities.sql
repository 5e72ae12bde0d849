-- Instants are milliseconds since 1970.

-- Cities whose weather accounts want to see together. What they are called is not kept: the tables of places say.
CREATE TABLE saved_city (
    account_id uuid NOT NULL,
    -- The id of the place, which contains its coordinates.
    place_id text NOT NULL,
    added_at bigint NOT NULL,
    PRIMARY KEY (account_id, place_id)
);
