-- The decided cases of all customers by time of decision, as administrators see them.
CREATE INDEX case_by_decision ON sanction_case (decided_at DESC, id DESC) WHERE state <> 'open';
