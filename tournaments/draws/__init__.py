"""Draw: movement proposals, seating, timetable, publication."""
