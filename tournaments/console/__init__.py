"""Console, clock, calls, printouts and log."""
