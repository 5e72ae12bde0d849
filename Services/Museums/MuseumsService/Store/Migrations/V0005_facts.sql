-- Facts come from other sources than museums do, each with its own, and stay when a museum's texts change.
CREATE TABLE museum_facts (
    museum_id text COLLATE "C" NOT NULL REFERENCES museums (id) ON DELETE CASCADE,
    -- opening_hours, phone, wheelchair or time_zone; newer programs may add others.
    fact text COLLATE "C" NOT NULL,
    value text NOT NULL CHECK (value <> ''),
    source text NOT NULL CHECK (source <> ''),
    -- The day on which the source stated it, in days since 1970-01-01.
    stated_on integer NOT NULL,
    PRIMARY KEY (museum_id, fact)
);
