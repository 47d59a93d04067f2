from typing import Final

from tests.api.parity.rows import Verb

WORKER: Final = "keeps a page on a phone that has no line"
OF_GAMES: Final = (
    Verb("score a slip, a record or a match", "calculator", "POST api_score"),
    Verb(
        "score a match at home",
        "match_pad",
        only="kept in the browser alone; POST api_score scores a match",
    ),
    Verb("keep the pad without a line", "match_pad_worker", only=WORKER),
    Verb(
        "look for boards by wish, bring boards", "deal_sets deal_sets_bring", "POST api_deal_sets"
    ),
    Verb("read a set of boards", "deal_set deal_set_json deal_set_print", "GET api_deal_set"),
    Verb("see how strong the computer players are", "practice", "GET api_ladder"),
    Verb(
        "play against the computer",
        "practice practice_table",
        "POST api_practice_tables GET api_practice_table POST api_practice_moves"
        " POST api_practice_again",
    ),
    Verb("bring a deal record", "replay_new", "POST api_replays"),
    Verb("read a deal record", "replay replay_text replay_json", "GET api_replay"),
    Verb("see what each card cost", "replay_costs", "GET api_replay_costs POST api_replay_costs"),
    Verb("ask for a simulation", "simulations", "POST api_simulations"),
    Verb(
        "read the simulations that I asked for", "", "GET api_simulations", only="part of the page"
    ),
    Verb(
        "read a simulation", "simulation simulation_csv simulation_bids_csv", "GET api_simulation"
    ),
    Verb("stop a simulation", "simulation_stop", "POST api_simulation_stop"),
    Verb("go on with a simulation", "simulation_resume", "POST api_simulation_resume"),
    Verb("compare two simulations", "simulation_with", "GET api_simulation_with"),
    Verb(
        "read what many boards tell",
        "studies study study_csv study_json",
        "GET api_studies GET api_study",
    ),
    Verb("read the rules of each game", "rules_index rules_page", "GET api_presets GET api_preset"),
)
