"""What one game offers beyond the contract, one module a game."""
