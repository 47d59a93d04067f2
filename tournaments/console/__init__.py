"""The room on the day: console, clock, calls, paper, log."""
