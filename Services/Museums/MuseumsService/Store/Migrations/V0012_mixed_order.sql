-- The order of lists: the most popular first. Imported files state no popularity, so most museums have none: these come
-- last, mixed by a hash. Otherwise the museums of one file would come first, and a search for words of another language
-- would have to read all of them.
--
-- No row is rewritten, so that readers go on while the indexes are made. The indexes replace those of "precedence", which
-- older programs use; a later release drops that column.
CREATE FUNCTION museum_precedence(popularity smallint, id text) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN popularity = 1 THEN 99 + (hashtext(id) & 1048575) ELSE 100 - popularity END;

CREATE INDEX museums_mixed_order ON museums (museum_precedence(popularity, id), id);
CREATE INDEX museums_country_mixed_order ON museums (country, museum_precedence(popularity, id), id);
CREATE INDEX museums_category_mixed_order ON museums (category, museum_precedence(popularity, id), id);
CREATE INDEX museums_country_category_mixed_order
    ON museums (country, category, museum_precedence(popularity, id), id);
ANALYZE museums;
