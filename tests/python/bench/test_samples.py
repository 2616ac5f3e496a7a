"""Samples on disk: gone on from, cut short, made by several processes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from moonflower.bench.reported import ReportedGames
from moonflower.bench.samples import Row, Sampler, Samples


@dataclass(frozen=True)
class Squares:
    """Work that is easily checked."""

    shift: int = 0

    def about(self) -> dict[str, object]:
        return {"shift": self.shift}

    def open(self) -> Sampler:
        def sample(number: int) -> Row:
            return {"square": (number + self.shift) ** 2}

        return sample


def squares(rows: list[Row]) -> list[int]:
    return [row["square"] for row in rows]


def test_a_run_goes_on_where_one_was_stopped(tmp_path: Path) -> None:
    first = Samples(Squares(), tmp_path).gather(lambda rows: len(rows) >= 3)
    (path,) = tmp_path.iterdir()
    kept = path.read_bytes()
    again = Samples(Squares(), tmp_path).gather(lambda rows: len(rows) >= 3)
    assert again == first
    assert path.read_bytes() == kept
    path.write_bytes(kept[:-4])  # killed in the middle of a line
    more = Samples(Squares(), tmp_path).gather(lambda rows: len(rows) >= 5)
    assert squares(more) == [0, 1, 4, 9, 16]
    assert squares(Samples(Squares(), tmp_path).rows) == [0, 1, 4, 9, 16]


def test_other_work_has_a_file_of_its_own(tmp_path: Path) -> None:
    Samples(Squares(), tmp_path).gather(lambda rows: len(rows) >= 2)
    assert Samples(Squares(1), tmp_path).rows == []
    assert len(list(tmp_path.iterdir())) == 2


def test_a_number_that_is_missing_ends_the_run_of_samples(tmp_path: Path) -> None:
    Samples(Squares(), tmp_path).gather(lambda rows: len(rows) >= 4)
    (path,) = tmp_path.iterdir()
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:2] + lines[3:]))
    samples = Samples(Squares(), tmp_path)
    assert squares(samples.rows) == [0]
    assert squares(samples.gather(lambda rows: len(rows) >= 4)) == [0, 1, 4, 9]


def test_processes_make_the_same_samples(tmp_path: Path) -> None:
    work = ReportedGames("kuhn_poker", nodes=20)
    found = []
    for workers in (1, 2):
        rows = Samples(work, tmp_path / str(workers)).gather(
            lambda rows: len(rows) >= 5, workers=workers
        )
        found.append([{**row, "cpu": 0} for row in rows[:5]])
    assert found[0] == found[1]
