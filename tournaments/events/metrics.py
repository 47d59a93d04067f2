from ops.metrics import register_gauge
from tournaments.models import Result


@register_gauge("belot_results", "Versions of results that were ever entered.")
def results_ever() -> float:
    return Result.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
