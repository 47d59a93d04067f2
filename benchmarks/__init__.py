"""Benchmarks, one command each; ratios to a baseline of the same run."""
