-- Instants are milliseconds since 1970.

-- What editors did, with who and when: the history of a museum, and the audit trail. A museum that was never edited has no
-- row.
CREATE TABLE museum_edits (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    museum_id text COLLATE "C" NOT NULL,
    -- 1 for the first edit of the museum.
    version integer NOT NULL,
    at bigint NOT NULL,
    kind text NOT NULL CHECK (kind IN ('created', 'changed', 'removed', 'restored', 'reverted', 'picture-set',
        'picture-removed')),
    actor_id uuid NOT NULL,
    trace_id text,
    -- The row of the museum after the edit; before it, for a removal.
    museum jsonb NOT NULL,
    -- The row before the edit, for one that changed it.
    former jsonb,
    -- The rows of other tables that a removal took away, for the restoration.
    attached jsonb,
    CONSTRAINT museum_edit_once UNIQUE (museum_id, version)
);
CREATE FUNCTION is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END
$$;
CREATE TRIGGER museum_edits_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON museum_edits
    FOR EACH STATEMENT EXECUTE FUNCTION is_append_only();

-- Museums that an editor removed. Loads and imports leave their ids alone.
CREATE TABLE museum_tombstones (
    museum_id text COLLATE "C" PRIMARY KEY
);

-- The files of the pictures of removed museums, for the restoration; they are too large for the history.
CREATE TABLE museum_tombstone_files (
    hash text COLLATE "C" NOT NULL,
    museum_id text COLLATE "C" NOT NULL REFERENCES museum_tombstones (museum_id) ON DELETE CASCADE,
    format text COLLATE "C" NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    content bytea NOT NULL,
    PRIMARY KEY (hash, museum_id)
);
ALTER TABLE museum_tombstone_files ALTER COLUMN content SET STORAGE EXTERNAL;

-- Pictures that editors are uploading, one for each. A part that does not continue the upload is refused.
CREATE TABLE museum_uploads (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL UNIQUE,
    at bigint NOT NULL,
    -- Bytes.
    size integer NOT NULL CHECK (size BETWEEN 0 AND 8388608)
);
CREATE TABLE museum_upload_parts (
    upload_id uuid NOT NULL REFERENCES museum_uploads (id) ON DELETE CASCADE,
    start integer NOT NULL,
    content bytea NOT NULL,
    PRIMARY KEY (upload_id, start)
);
-- An uploaded picture has no address but those of its files.
ALTER TABLE museum_pictures DROP CONSTRAINT museum_pictures_url_check;
ALTER TABLE museum_pictures ADD CONSTRAINT museum_pictures_url_check CHECK (url ~ '^(https?://|upload:)');
