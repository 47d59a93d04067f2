PUBLIC = {
    "tournament": (), "tournament_boards": (), "tournament_matches": (),
    "tournament_rules": (), "tournament_fairness": (), "tournament_projector": (),
    "tournament_round": (1,), "tournament_board": (1,), "tournament_team": (1,),
    "tournament_why_team": (1,), "tournament_standings_file": ("csv",),
    "tournament_board_file": (1, "csv"), "tournament_boards_file": ("json",),
    "tournament_team_file": (1, "txt"), "tournament_figures": (),
    "tournament_figures_file": ("csv",), "tournament_hands_file": ("txt",),
}  # fmt: skip
MANAGED = (
    "tournament", "live", "teams", "draw", "doubts", "rulings", "people", "changes", "log",
    "files", "scoring", "settings", "stages", "field", "facts_json", "results_json", "entry",
    "entry_live", "helpers", "rehearsal", "scorer", "scorer_rows", "categories",
)  # fmt: skip
