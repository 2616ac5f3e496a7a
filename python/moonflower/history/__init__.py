"""Games that have been played: their records, and what each move was worth."""
