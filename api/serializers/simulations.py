"""Simulations: the question, how far it is, and the figures."""

from collections.abc import Mapping

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.serializers.fields import ObjectField, WholeField
from games.belot import USUAL_LEVEL
from games.belot.many import HANGING, LOST, MADE, PASSED_OUT
from games.models import Simulation
from games.simulations.selectors.progress import Progress, progress_of, tally_of

MOST_SEED = 2**31 - 1
QUESTION_SCHEMA = {
    "type": "object",
    "description": (
        "`variant`: a preset or an object with changed switches; `deals`: `random`, "
        "`{pack: cards}` in the order of dealing, or `{known: {N: cards}}`; `dealer`: a seat, or "
        "null for each in turn; `contract`: null for a free auction, or "
        "`{contract, declarer, contra}`; `levels`: the bots of `NS` and of `EW`."
    ),
    "properties": {
        "variant": {
            "oneOf": [{"type": "string"}, {"type": "object"}],
            "example": "bulgarian",
        },
        "deals": {"example": {"known": {"S": "HJ H9 HA SA"}}},
        "dealer": {"type": "string", "nullable": True, "example": "E"},
        "contract": {
            "type": "object",
            "nullable": True,
            "example": {"contract": "H", "declarer": "S", "contra": 0},
        },
        "levels": {"type": "object", "example": {"NS": USUAL_LEVEL, "EW": USUAL_LEVEL}},
    },
}


@extend_schema_field(QUESTION_SCHEMA)
class QuestionField(ObjectField):
    """A question as the engine reads it."""


class NewSimulationSerializer(serializers.Serializer[None]):
    """What to play and how often."""

    question = QuestionField()
    count = WholeField(min_value=1, max_value=1_000_000)
    seed = WholeField(required=False, min_value=0, max_value=MOST_SEED)


class FiguresSerializer(serializers.Serializer[Mapping[str, object]]):
    """Counts so far; ``mean`` and ``error`` are match points a deal, North–South less East–West."""

    deals = serializers.IntegerField()
    made = serializers.IntegerField()
    lost = serializers.IntegerField()
    hanging = serializers.IntegerField()
    passed_out = serializers.IntegerField()
    capots = serializers.IntegerField()
    mean = serializers.FloatField()
    error = serializers.FloatField()
    nets = serializers.DictField(child=serializers.IntegerField())


class SimulationSerializer(serializers.ModelSerializer[Simulation]):
    """A simulation with what came out so far."""

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


class Shown:
    """A simulation with its progress and figures beside its columns."""

    def __init__(self, simulation: Simulation) -> None:
        self.simulation = simulation
        self.progress: Progress = progress_of(simulation)
        self.figures = figures_of(simulation)

    def __getattr__(self, name: str) -> object:
        return getattr(self.simulation, name)


def figures_of(simulation: Simulation) -> dict[str, object]:
    """The counts of all stored batches."""
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
    }
