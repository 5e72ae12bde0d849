-- Until when somebody who signed in from a place may do so again, however many others guess at the account from elsewhere.
-- Only rows of one account in one place have it.
ALTER TABLE login_throttle ADD COLUMN known_until bigint NOT NULL DEFAULT 0;
