"""Layers before every route: uvicorn, its guard, middleware, proxies."""
