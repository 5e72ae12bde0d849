-- The network around the place, IPv4 /24 or IPv6 /48, and whether a known device of the recipient's account asked.
ALTER TABLE registration
    ADD COLUMN is_known boolean NOT NULL DEFAULT false,
    ADD COLUMN network text NOT NULL GENERATED ALWAYS AS (regexp_replace(regexp_replace(place,
        '^(\d+\.\d+\.\d+)\.\d+$', '\1.0/24'), '^(\w+:\w+:\w+):\w+::/64$', '\1::/48')) STORED;
CREATE INDEX registration_by_network ON registration (network, created_at);
ALTER TABLE password_reset
    ADD COLUMN is_known boolean NOT NULL DEFAULT false,
    ADD COLUMN network text NOT NULL GENERATED ALWAYS AS (regexp_replace(regexp_replace(place,
        '^(\d+\.\d+\.\d+)\.\d+$', '\1.0/24'), '^(\w+:\w+:\w+):\w+::/64$', '\1::/48')) STORED;
CREATE INDEX password_reset_by_network ON password_reset (network, created_at);
ALTER TABLE phone_challenge
    ADD COLUMN is_known boolean NOT NULL DEFAULT false,
    ADD COLUMN network text NOT NULL GENERATED ALWAYS AS (regexp_replace(regexp_replace(place,
        '^(\d+\.\d+\.\d+)\.\d+$', '\1.0/24'), '^(\w+:\w+:\w+):\w+::/64$', '\1::/48')) STORED;
CREATE INDEX phone_challenge_by_network ON phone_challenge (network, created_at);

-- The codes sent in an hour of UTC, counted from 1970, by channel and part of the budget: all replicas together.
CREATE TABLE code_budget (
    channel text NOT NULL,
    hour bigint NOT NULL,
    part text NOT NULL,
    sent bigint NOT NULL,
    PRIMARY KEY (channel, hour, part)
);
-- What was sent before counts to the first hour of its day. Older replicas go on counting in sms_budget by themselves.
INSERT INTO code_budget (channel, hour, part, sent) SELECT 'sms', day * 24, 'stranger', sent FROM sms_budget;
