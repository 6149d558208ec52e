"""What stands before every route: uvicorn, its guard, the middleware, who is behind a proxy."""
