"""The entry desk: who is here, who has paid; the till, its ledger and the prizes."""
