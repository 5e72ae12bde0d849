-- Challenges for a proof of work that were used; deleted once they have expired.
CREATE TABLE spent_work (
    mark bytea PRIMARY KEY,
    expires_at bigint NOT NULL
);
CREATE INDEX spent_work_by_expiry ON spent_work (expires_at);
