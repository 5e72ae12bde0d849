-- What the owner of an account recognizes a session by.
ALTER TABLE session
    -- The device, as it named itself at sign-in.
    ADD COLUMN device text,
    -- The IPv4 address or IPv6 /64 of the latest use.
    ADD COLUMN network text;
