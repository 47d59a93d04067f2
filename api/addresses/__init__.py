"""The operations of the API that are rows: by what they are about."""
