-- Codes on their way to people who forgot a password. Rows stay after their use for as long as the limits count them.
CREATE TABLE password_reset (
    id uuid PRIMARY KEY,
    -- Whether an account has it or not.
    email text NOT NULL,
    code_mac bytea NOT NULL,
    place text NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    used_at bigint
);
CREATE INDEX password_reset_by_email ON password_reset (email, created_at);
CREATE INDEX password_reset_by_place ON password_reset (place, created_at);
CREATE INDEX password_reset_by_time ON password_reset (created_at);

-- Grows with each other password, so that whoever was checking one that was just replaced can tell.
ALTER TABLE account ADD COLUMN password_version bigint NOT NULL DEFAULT 0;
