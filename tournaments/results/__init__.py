"""Results: entered by slip or record, confirmed, corrected, brought and taken along."""
