"""Random evenings: any format, any number of entrants, and everything that goes wrong on the day.

A format is a line of ``FORMATS``; whatever draws, plays and changes goes through the services.
"""

from tests.season.evening import Evening, random_evening
from tests.season.play import next_stage, play_evening
from tests.season.problems import problems

__all__ = ["Evening", "next_stage", "play_evening", "problems", "random_evening"]
