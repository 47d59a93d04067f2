"""Random evenings: any format and size, with everything that can go wrong.

``FORMATS`` has a row per format; drawing, play and changes use the services.
"""

from tests.season.evening import Evening, random_evening
from tests.season.play import next_stage, play_evening
from tests.season.problems import problems

__all__ = ["Evening", "next_stage", "play_evening", "problems", "random_evening"]
