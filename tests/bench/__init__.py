"""Benchmarks: run by hand, never in CI; each prints ratios measured in one run."""
