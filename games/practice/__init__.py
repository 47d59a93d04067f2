"""One person plays a deal against three players of the computer, call by call and card by card."""
