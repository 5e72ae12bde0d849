-- The order of lists: the most popular first. Nothing is known of the popularity of most museums, which files contain none
-- for: these come last, mixed by a hash. Otherwise museums of one file would come first, and who looks for words of another
-- language would have to read all of them.
--
-- No row is written anew: readers go on while the indexes are made. They replace those of "precedence", which older programs
-- use; a later release drops it.
CREATE FUNCTION museum_precedence(popularity smallint, id text) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN popularity = 1 THEN 99 + (hashtext(id) & 1048575) ELSE 100 - popularity END;

CREATE INDEX museums_mixed_order ON museums (museum_precedence(popularity, id), id);
CREATE INDEX museums_country_mixed_order ON museums (country, museum_precedence(popularity, id), id);
CREATE INDEX museums_category_mixed_order ON museums (category, museum_precedence(popularity, id), id);
CREATE INDEX museums_country_category_mixed_order
    ON museums (country, category, museum_precedence(popularity, id), id);
ANALYZE museums;
