-- The account that wants this e-mail address and password; NULL for a new one.
ALTER TABLE registration ADD COLUMN account_id uuid REFERENCES account ON DELETE CASCADE,
    ALTER COLUMN declaration_version DROP NOT NULL;
CREATE INDEX registration_by_account ON registration (account_id) WHERE account_id IS NOT NULL;
