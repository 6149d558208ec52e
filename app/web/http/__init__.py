"""Requests as such: headers, bodies, forms, who sends them, how many."""
