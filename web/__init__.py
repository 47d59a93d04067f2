"""HTTP infrastructure: proxy, limits, priority, caching, error responses, metrics."""
