from rest_framework import serializers

from api.serializers.tables import ResultSerializer
from jobs.models import Job
from tournaments.results.selectors.plays import ResultVersion


class VersionSerializer(serializers.Serializer[ResultVersion]):
    result = ResultSerializer()
    by = serializers.CharField(source="who")
    at = serializers.DateTimeField()
    agreed = serializers.ListField(child=serializers.CharField())
    refused = serializers.ListField(child=serializers.CharField())
    counts = serializers.BooleanField()


class WorkSerializer(serializers.Serializer[Job]):
    state = serializers.ChoiceField(Job.State.choices)
    done = serializers.IntegerField()
    total = serializers.IntegerField()
