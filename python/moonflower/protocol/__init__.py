"""The text protocol UGI-H: grammar and replies as pure functions, one loop around them."""
