-- The credit that a source asks for, and its licence.
ALTER TABLE museums ADD COLUMN attribution text, ADD COLUMN licence text;

-- The statements that changed museums, for copies that are kept up to date. Numbers are milliseconds since 1970, or one
-- more than the number before: after a restore from a backup, none is given twice, and a copy that is newer than the backup
-- names a number that is missing here.
CREATE TABLE museum_changes (
    number bigint PRIMARY KEY
);

-- The museums of each city, and those that were there once.
CREATE TABLE museum_city_changes (
    country text COLLATE "C" NOT NULL,
    -- A folded name of the city, in any language.
    city text COLLATE "C" NOT NULL,
    museum_id text COLLATE "C" NOT NULL,
    -- The latest change of the museum.
    number bigint NOT NULL,
    is_present boolean NOT NULL,
    PRIMARY KEY (museum_id, country, city)
);
CREATE UNIQUE INDEX museum_city_changes_order ON museum_city_changes (country, city, number, museum_id);

-- Records that museums, their pictures or facts changed.
CREATE FUNCTION note_museum_changes(ids text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    latest bigint;
BEGIN
    IF ids IS NULL THEN RETURN; END IF;
    -- The lock of loads and edits, which most callers hold: numbers are visible in their order.
    PERFORM pg_advisory_xact_lock(7020001);
    INSERT INTO museum_changes (number)
    SELECT greatest((extract(epoch FROM clock_timestamp()) * 1000)::bigint, 1 + coalesce(max(number), 0))
    FROM museum_changes RETURNING number INTO latest;
    INSERT INTO museum_city_changes (country, city, museum_id, number, is_present)
    SELECT country, city, id, latest, true
    FROM unnest(ids) AS changed (id) JOIN museums USING (id),
        LATERAL (SELECT DISTINCT unnest(string_to_array(cities, '|'))) AS museum_cities (city)
    ON CONFLICT (museum_id, country, city) DO UPDATE SET number = excluded.number, is_present = true;
    UPDATE museum_city_changes SET number = latest, is_present = false
    FROM unnest(ids) AS changed (id)
    WHERE museum_id = changed.id AND is_present AND number <> latest;
END
$$;

-- "TG_ARGV" holds the column with the museum's id.
CREATE FUNCTION museum_rows_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    ids text[];
BEGIN
    EXECUTE format('SELECT array_agg(DISTINCT %I) FROM changed', TG_ARGV[0]) INTO ids;
    PERFORM note_museum_changes(ids);
    RETURN NULL;
END
$$;

DO $$
DECLARE
    tab text;
    col text;
BEGIN
    FOR tab, col IN VALUES ('museums', 'id'), ('museum_pictures', 'museum_id'), ('museum_facts', 'museum_id') LOOP
        EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS changed
            FOR EACH STATEMENT EXECUTE FUNCTION museum_rows_changed(%L)', tab || '_added', tab, col);
        EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING NEW TABLE AS changed
            FOR EACH STATEMENT EXECUTE FUNCTION museum_rows_changed(%L)', tab || '_changed', tab, col);
        EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS changed
            FOR EACH STATEMENT EXECUTE FUNCTION museum_rows_changed(%L)', tab || '_removed', tab, col);
    END LOOP;
END
$$;

SELECT note_museum_changes(array_agg(id)) FROM museums;
