-- Instants are milliseconds since 1970.

-- Museums that accounts like or have visited. There is no reference to museums: a load may delete a museum that the next
-- one brings back, and the person's mark must outlive that.
CREATE TABLE museum_marks (
    account_id uuid NOT NULL,
    museum_id text COLLATE "C" NOT NULL,
    is_favourite boolean NOT NULL,
    is_visited boolean NOT NULL,
    changed_at bigint NOT NULL,
    PRIMARY KEY (account_id, museum_id),
    CHECK (is_favourite OR is_visited)
);

