-- What the order by distance, and words in the letters of another alphabet, need.
-- No row is written anew: readers go on while the index is made.

CREATE EXTENSION IF NOT EXISTS cube;

-- A place as a point of the unit sphere: who is nearer by the straight line is nearer on the ground too, over the poles and
-- the antimeridian as everywhere. An index answers "the nearest first", and nothing is stored for it in the table.
CREATE FUNCTION museum_spot(latitude double precision, longitude double precision) RETURNS cube
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN cube(ARRAY[cosd(latitude) * cosd(longitude), cosd(latitude) * sind(longitude), sind(latitude)]);

CREATE INDEX museums_spot ON museums USING gist (museum_spot(latitude, longitude));

-- What the words of the vocabulary sound like, so that they are found in the letters of another alphabet; made by the
-- programs, see NameSkeleton. Words of a program that knows no sounds get theirs at the next load or start.
CREATE TABLE museum_sounds (
    sound text COLLATE "C" NOT NULL,
    word text COLLATE "C" NOT NULL REFERENCES museum_vocabulary (word) ON DELETE CASCADE,
    -- Whether the word sounds like this as a whole; else the sound is for those who are still typing.
    is_whole boolean NOT NULL,
    PRIMARY KEY (sound, word)
);
CREATE INDEX museum_sounds_word ON museum_sounds (word);
