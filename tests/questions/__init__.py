"""What is asked of a searched board: best play, strategies, what can be secured, and reasons."""
