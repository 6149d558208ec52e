"""HTTP requests: headers, bodies, forms, identity, rate limits."""
