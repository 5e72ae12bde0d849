-- As before, but "last" may also have complete words, which only their own forms match: an equals sign follows them in place
-- of the colon.
CREATE OR REPLACE FUNCTION museum_query(head text, last text, weights text) RETURNS tsquery
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
    WHEN head = '' THEN
        to_tsquery('pg_catalog.simple', replace(replace(last, ':', ':*' || weights), '=', ':' || weights))
        || to_tsquery('pg_catalog.russian', replace(translate(last, '=', ':'), ':', ':' || weights))
    ELSE
        to_tsquery('pg_catalog.russian', replace(head, ':', ':' || weights))
        && (to_tsquery('pg_catalog.simple', replace(replace(last, ':', ':*' || weights), '=', ':' || weights))
            || to_tsquery('pg_catalog.russian', replace(translate(last, '=', ':'), ':', ':' || weights)))
END;
