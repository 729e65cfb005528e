"""Questions: formulas, claims and their plays."""
