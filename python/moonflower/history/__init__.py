"""A game in progress: what has happened, who saw what; kept in files."""

from moonflower.history.history import History, seed_of
from moonflower.history.record import (
    from_json,
    parse_record,
    position_line,
    read_record,
    record_text,
    seen_line,
    to_json,
    write_record,
    write_whole,
    written_record,
)
from moonflower.history.step import Event, Step, bare, next_position

__all__ = [
    "Event",
    "History",
    "Step",
    "bare",
    "from_json",
    "next_position",
    "parse_record",
    "position_line",
    "read_record",
    "record_text",
    "seed_of",
    "seen_line",
    "to_json",
    "write_record",
    "write_whole",
    "written_record",
]
