-- Reports sum the money of a period.
CREATE INDEX ledger_transfer_money_by_time ON ledger_transfer (made_at) WHERE unit <> 'sets';
