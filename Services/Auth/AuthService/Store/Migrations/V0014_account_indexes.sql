-- In a migration of their own, during which accounts can be read.

-- Administrators find accounts by the beginning of a property; pages follow the order of code points.
CREATE INDEX account_by_login ON account ((lower(login) COLLATE "C"), id);
CREATE INDEX account_by_email ON account ((email COLLATE "C"), id) WHERE email IS NOT NULL;
CREATE INDEX account_by_phone ON account ((phone COLLATE "C"), id) WHERE phone IS NOT NULL;
-- Exports read all sessions of an account, and its deletion removes them.
CREATE INDEX session_by_account ON session (account_id);
-- Administrators read the attempts that knew no account.
CREATE INDEX audit_of_unknown ON audit (subject, id) WHERE account_id IS NULL AND subject IS NOT NULL;
