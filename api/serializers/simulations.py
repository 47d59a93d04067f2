from collections.abc import Mapping, Sequence

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.serializers.fields import ObjectField, WholeField
from games.belot import USUAL_LEVEL
from games.belot.simulation import HANGING, LOST, MADE, PASSED_OUT, BidTable
from games.models import Simulation
from games.simulations.selectors.bids import announced_bid_counts
from games.simulations.selectors.compared import SimulationComparison
from games.simulations.selectors.progress import Progress, progress_of, tally_of

MOST_SEED = 2**31 - 1
QUESTION_SCHEMA = {
    "type": "object",
    "description": (
        "`variant`: a preset or an object with changed switches; `deals`: `random`, "
        "`{pack: cards}` in the order of dealing, or `{known: {N: cards}}`; `dealer`: a seat, or "
        "null for each in turn; `contract`: null for a free auction, or "
        "`{contract, declarer, contra}`, with its number where one is bid (`110H`, `*H` for all "
        "tricks; without one the lowest is bid); `levels`: the bots of `NS` and of `EW`."
    ),
    "properties": {
        "variant": {
            "oneOf": [{"type": "string"}, {"type": "object"}],
            "example": "bulgarian",
        },
        "deals": {"example": {"known": {"S": "HJ H9 HA SA"}}},
        "dealer": {"type": ["string", "null"], "example": "E"},
        "contract": {
            "type": ["object", "null"],
            "example": {"contract": "H", "declarer": "S", "contra": 0},
        },
        "levels": {"type": "object", "example": {"NS": USUAL_LEVEL, "EW": USUAL_LEVEL}},
    },
}


@extend_schema_field(QUESTION_SCHEMA)
class QuestionField(ObjectField):
    """A question in the engine's format."""


class NewSimulationSerializer(serializers.Serializer[None]):
    question = QuestionField()
    count = WholeField(min_value=1, max_value=1_000_000)
    seed = WholeField(required=False, min_value=0, max_value=MOST_SEED)


class MadeBidsSerializer(serializers.Serializer[Mapping[str, object]]):
    """In how many deals a contract makes each bid: by its number, `*` for all tricks."""

    contract = serializers.CharField()
    side = serializers.ChoiceField(choices=["NS", "EW"])
    deals = serializers.IntegerField()
    makes = serializers.DictField(child=serializers.IntegerField())


class FiguresSerializer(serializers.Serializer[Mapping[str, object]]):
    """Counts so far; ``mean`` and ``error``: match points a deal, North–South minus East–West."""

    deals = serializers.IntegerField()
    made = serializers.IntegerField()
    lost = serializers.IntegerField()
    hanging = serializers.IntegerField()
    passed_out = serializers.IntegerField()
    capots = serializers.IntegerField()
    mean = serializers.FloatField()
    error = serializers.FloatField()
    nets = serializers.DictField(child=serializers.IntegerField())
    bids = MadeBidsSerializer(
        many=True, help_text="which bids the deals make, where numbers are bid; else empty"
    )


class SimulationSerializer(serializers.ModelSerializer[Simulation]):
    question = QuestionField()
    state = serializers.ChoiceField(
        choices=["waiting", "running", "done", "stopped", "failed"], source="progress.state"
    )
    reason = serializers.CharField(
        source="progress.reason",
        help_text="why it failed: `needs_compiler` where experts find no compiled engine",
    )
    done = serializers.IntegerField(source="progress.done")
    figures = FiguresSerializer()

    class Meta:
        model = Simulation
        fields = [
            "share",
            "question",
            "seed",
            "count",
            "created_at",
            "state",
            "reason",
            "done",
            "figures",
        ]

    def to_representation(self, instance: Simulation) -> dict[str, object]:
        return super().to_representation(Shown(instance))  # type: ignore[arg-type]


class SimulatedSideSerializer(
    serializers.Serializer[Mapping[str, object] | Sequence[Mapping[str, object]]]
):
    share = serializers.CharField(source="simulation.share")
    question = QuestionField(source="simulation.question")
    side = serializers.CharField(source="answer.side")
    deals = serializers.IntegerField(source="answer.deals")
    mean = serializers.FloatField(source="answer.mean")
    error = serializers.FloatField(source="answer.error")
    made = serializers.IntegerField(source="answer.made.count")


class ComparedSimulationsSerializer(serializers.Serializer[SimulationComparison]):
    """Two simulations: ``difference`` is the second mean minus the first, with its error."""

    sides = serializers.SerializerMethodField()
    difference = serializers.FloatField()
    error = serializers.FloatField()
    is_sure = serializers.BooleanField(
        help_text="chance alone makes so much less than once in 20 times"
    )

    @extend_schema_field(SimulatedSideSerializer(many=True))
    def get_sides(self, compared: SimulationComparison) -> object:
        rows = [{"simulation": each, "answer": answer} for each, _asked, answer in compared.sides]
        return SimulatedSideSerializer(rows, many=True).data


class Shown:
    def __init__(self, simulation: Simulation) -> None:
        self.simulation = simulation
        self.progress: Progress = progress_of(simulation)
        self.figures = figures_of(simulation)

    def __getattr__(self, name: str) -> object:
        return getattr(self.simulation, name)


def figures_of(simulation: Simulation) -> dict[str, object]:
    tally = tally_of(simulation)
    return {
        "deals": tally.deals,
        "made": tally.count(MADE),
        "lost": tally.count(LOST),
        "hanging": tally.count(HANGING),
        "passed_out": tally.count(PASSED_OUT),
        "capots": tally.capots,
        "mean": tally.mean,
        "error": tally.error,
        "nets": {str(net): tally.nets[net] for net in sorted(tally.nets)},
        "bids": bid_counts(announced_bid_counts(simulation.question, tally)),
    }


def bid_counts(told: BidTable | None) -> list[dict[str, object]]:
    if told is None:
        return []
    return [
        {
            "contract": line.contract,
            "side": line.side,
            "deals": line.deals,
            "makes": dict(zip(told.bids, line.counts, strict=True)),
        }
        for line in told.lines
    ]
