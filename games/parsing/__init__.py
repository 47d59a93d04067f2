"""What people paste: hands, packs, deal records."""
