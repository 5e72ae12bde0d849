-- Pictures come from another source than museums do, and stay when a museum's texts change.
CREATE TABLE museum_pictures (
    museum_id text COLLATE "C" PRIMARY KEY REFERENCES museums (id) ON DELETE CASCADE,
    url text NOT NULL CHECK (url LIKE 'https://%'),
    -- Pixels.
    width integer NOT NULL CHECK (width > 0),
    height integer NOT NULL CHECK (height > 0),
    author text NOT NULL,
    licence text NOT NULL
);
