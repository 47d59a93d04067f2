from ops.metrics import count_for_metrics
from tournaments.models import Result


@count_for_metrics("belot_results", "Versions of results that were ever entered.")
def results_ever() -> float:
    return Result.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
