"""Strength, measured: matches with paired deals, and the statistics that go with them."""
