-- The network around the place of an appeal, IPv4 /24 or IPv6 /48, as for codes. The table is small: it holds reviews and
-- appeals that wait, and those of the last 90 days.
ALTER TABLE access_review
    ADD COLUMN network text GENERATED ALWAYS AS (regexp_replace(regexp_replace(place,
        '^(\d+\.\d+\.\d+)\.\d+$', '\1.0/24'), '^(\w+:\w+:\w+):\w+::/64$', '\1::/48')) STORED;
CREATE INDEX access_review_by_network ON access_review (network, opened_at) WHERE network IS NOT NULL;
