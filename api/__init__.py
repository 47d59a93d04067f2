"""REST API over the services and selectors of the pages."""
