-- The customer's words on a case, and an appeal against its decision.
ALTER TABLE sanction_case ADD COLUMN statement text;
ALTER TABLE sanction_case ADD COLUMN statement_at bigint;
ALTER TABLE sanction_case ADD COLUMN appeal text;
ALTER TABLE sanction_case ADD COLUMN appeal_at bigint;
-- Of an appeal that was rejected; a reversal grants it.
ALTER TABLE sanction_case ADD COLUMN appeal_answer text;
ALTER TABLE sanction_case ADD COLUMN appeal_answered_at bigint;
ALTER TABLE sanction_case ADD COLUMN appeal_answered_by uuid;
ALTER TABLE sanction_case ADD CONSTRAINT case_appeal CHECK (
    (statement IS NULL) = (statement_at IS NULL) AND (appeal IS NULL) = (appeal_at IS NULL)
    AND (appeal_answer IS NULL) = (appeal_answered_at IS NULL)
    AND (appeal_answer IS NULL OR appeal IS NOT NULL) AND (appeal IS NULL OR decided_at IS NOT NULL));
CREATE INDEX case_appealed ON sanction_case (appeal_at, id)
    WHERE appeal_at IS NOT NULL AND appeal_answered_at IS NULL AND state = 'decided';
