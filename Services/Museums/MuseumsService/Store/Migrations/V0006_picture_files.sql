-- The page that describes a picture, for its credit.
ALTER TABLE museum_pictures ADD COLUMN page text;
-- A simulator's pictures are on this machine.
ALTER TABLE museum_pictures DROP CONSTRAINT museum_pictures_url_check;
ALTER TABLE museum_pictures ADD CONSTRAINT museum_pictures_url_check CHECK (url ~ '^https?://');

-- Pictures in the sizes that screens need, by the SHA-256 of their bytes. The same bytes are stored once for each museum
-- that shows them, so that a picture's files end with it.
CREATE TABLE museum_picture_files (
    hash text COLLATE "C" NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
    museum_id text COLLATE "C" NOT NULL REFERENCES museum_pictures (museum_id) ON DELETE CASCADE,
    -- webp or jpeg.
    format text COLLATE "C" NOT NULL,
    -- Pixels.
    width integer NOT NULL CHECK (width > 0),
    height integer NOT NULL CHECK (height > 0),
    content bytea NOT NULL CHECK (octet_length(content) BETWEEN 1 AND 737280),
    PRIMARY KEY (hash, museum_id)
);
CREATE INDEX museum_picture_files_museum ON museum_picture_files (museum_id, width, format, hash);
-- The bytes are compressed already.
ALTER TABLE museum_picture_files ALTER COLUMN content SET STORAGE EXTERNAL;
