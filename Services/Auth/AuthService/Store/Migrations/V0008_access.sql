-- Rules on who may have an account, as administrators set them. The list that is part of the program is not here.
CREATE TABLE access_rule (
    kind text NOT NULL,
    -- In the form in which rules compare it; sorted by code point, as the pages of the list are.
    value text COLLATE "C" NOT NULL,
    action text NOT NULL,
    note text NOT NULL,
    changed_at bigint NOT NULL,
    -- NULL for an operator at the machine.
    changed_by uuid,
    PRIMARY KEY (kind, value)
);

-- Grows with each change of a rule, so that replicas can tell cheaply that they have to read them again. Its lock also
-- serializes the changes.
CREATE TABLE access_rule_version (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    version bigint NOT NULL,
    rules bigint NOT NULL
);
INSERT INTO access_rule_version (version, rules) VALUES (0, 0);

-- Accounts that a rule asks to look at, and appeals against refusals.
CREATE TABLE access_review (
    id uuid PRIMARY KEY,
    -- The account under review; NULL for an appeal.
    account_id uuid REFERENCES account ON DELETE CASCADE,
    rule_kind text,
    rule_value text,
    -- The address or number of an appeal, which nobody proved.
    name text,
    place text,
    body text,
    opened_at bigint NOT NULL,
    decision text,
    decided_at bigint,
    decided_by uuid,
    CONSTRAINT access_review_kind CHECK ((account_id IS NULL) = (name IS NOT NULL)),
    CONSTRAINT access_review_decision CHECK ((decision IS NULL) = (decided_at IS NULL))
);
-- A rule asks once for each account: what was decided is not asked again.
CREATE UNIQUE INDEX access_review_once ON access_review (account_id, rule_kind, rule_value)
    WHERE account_id IS NOT NULL;
CREATE INDEX access_review_open ON access_review ((name IS NULL), opened_at, id) WHERE decided_at IS NULL;
CREATE INDEX access_review_by_name ON access_review (name, opened_at) WHERE name IS NOT NULL;
CREATE INDEX access_review_by_place ON access_review (place, opened_at) WHERE place IS NOT NULL;
CREATE INDEX access_review_by_decision ON access_review (decided_at) WHERE name IS NOT NULL AND decided_at IS NOT NULL;

-- Changes by administrators are chained: each entry of one has a number without gaps, and a MAC over itself and the MAC
-- before it.
ALTER TABLE audit ADD COLUMN detail text, ADD COLUMN chain bigint, ADD COLUMN mac bytea,
    ADD CONSTRAINT audit_chained_whole CHECK ((chain IS NULL) = (mac IS NULL)) NOT VALID;
CREATE UNIQUE INDEX audit_by_chain ON audit (chain) WHERE chain IS NOT NULL;
