"""The versions of a result, and work that a worker does."""

from rest_framework import serializers

from api.serializers.tables import ResultSerializer
from jobs.models import Job
from tournaments.results.selectors.plays import Version


class VersionSerializer(serializers.Serializer[Version]):
    """One entry: who made it, and which sides agreed to it or not."""

    result = ResultSerializer()
    by = serializers.CharField(source="who")
    at = serializers.DateTimeField()
    agreed = serializers.ListField(child=serializers.CharField())
    refused = serializers.ListField(child=serializers.CharField())
    counts = serializers.BooleanField()


class WorkSerializer(serializers.Serializer[Job]):
    """Work that was asked for, and how far it is."""

    state = serializers.ChoiceField(Job.State.choices)
    done = serializers.IntegerField()
    total = serializers.IntegerField()
