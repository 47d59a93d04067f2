"""Reception, fees, till ledger and prizes."""
