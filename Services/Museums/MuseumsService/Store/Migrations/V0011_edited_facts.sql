-- Facts are part of the history. Edits of older programs have NULL here.
ALTER TABLE museum_edits
    -- The rows of the museum's facts after the edit.
    ADD COLUMN facts jsonb,
    -- Those before it, for an edit that changed the museum.
    ADD COLUMN former_facts jsonb,
    -- The names of the facts that it changed; NULL for none.
    ADD COLUMN edited_facts text[];
