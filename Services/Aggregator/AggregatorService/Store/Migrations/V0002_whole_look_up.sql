-- The rest of a look-up, so that it can be shown as it was; absent from rows that older programs write.
ALTER TABLE look_up
    -- The language of the names.
    ADD COLUMN language text,
    ADD COLUMN region text,
    -- Metres to the centre of the city, if that is only the nearest one.
    ADD COLUMN distance bigint,
    ADD COLUMN address_provider text,
    ADD COLUMN address_fetched_at bigint,
    ADD COLUMN address_is_stale boolean,
    -- The place that the weather answer named.
    ADD COLUMN place_id text,
    ADD COLUMN place_name text,
    ADD COLUMN place_region text,
    ADD COLUMN time_zone text,
    -- Seconds east of UTC.
    ADD COLUMN utc_offset bigint,
    ADD COLUMN feels_like double precision,
    ADD COLUMN humidity bigint,
    ADD COLUMN pressure double precision,
    ADD COLUMN wind_speed double precision,
    ADD COLUMN wind_gust double precision,
    ADD COLUMN wind_direction bigint,
    ADD COLUMN cloud_cover bigint,
    ADD COLUMN precipitation double precision,
    ADD COLUMN visibility bigint,
    ADD COLUMN sunrise bigint,
    ADD COLUMN sunset bigint,
    ADD COLUMN weather_provider text,
    ADD COLUMN weather_fetched_at bigint,
    ADD COLUMN weather_is_stale boolean;
