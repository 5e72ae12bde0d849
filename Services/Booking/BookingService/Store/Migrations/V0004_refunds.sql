-- Where to write to somebody whose account has no telephone. Who is known already is asked about again at the next call.
ALTER TABLE customer ADD COLUMN email text;
UPDATE customer SET known_at = 0 WHERE phone IS NULL;

-- By what name the provider knows the transfer of the money, which need not be that of the payment it was asked for.
ALTER TABLE payment ADD COLUMN transaction_id text;
UPDATE payment SET transaction_id = provider_id WHERE state = 'paid';
ALTER TABLE payment ADD CONSTRAINT payment_transaction_once UNIQUE (provider, transaction_id);

-- 'refunding': the sets are taken back, the provider is asked to give the money back.
ALTER TABLE payment DROP CONSTRAINT payment_state_check;
ALTER TABLE payment ADD CONSTRAINT payment_state_check
    CHECK (state IN ('pending', 'paid', 'failed', 'expired', 'refunding', 'refunded'));
ALTER TABLE payment ADD COLUMN refund_reason text;
CREATE INDEX payment_refunding ON payment (made_at) WHERE state = 'refunding';
