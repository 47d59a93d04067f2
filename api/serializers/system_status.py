from rest_framework import serializers

from jobs.models import Job
from ops.backups.inventory import Backup
from ops.checks import Check
from ops.page_times import SlowPage
from ops.selectors import Backups, Disk, Installation


class CheckSerializer(serializers.Serializer[Check]):
    name = serializers.CharField()
    is_well = serializers.BooleanField()
    trouble = serializers.CharField()


class OwnJobSerializer(serializers.ModelSerializer[Job]):
    class Meta:
        model = Job
        fields = [
            "id",
            "kind",
            "key",
            "state",
            "percent",
            "attempt",
            "error",
            "request_id",
            "created_at",
            "started_at",
            "finished_at",
        ]


class SlowPageSerializer(serializers.Serializer[SlowPage]):
    view = serializers.CharField()
    times = serializers.IntegerField()
    mean = serializers.FloatField(help_text="seconds")
    slowest = serializers.FloatField(help_text="seconds")


class KeptBackupSerializer(serializers.Serializer[Backup]):
    name = serializers.CharField()
    made_at = serializers.DateTimeField()
    bytes = serializers.IntegerField(allow_null=True)
    verified_at = serializers.DateTimeField(allow_null=True)


class BackupsSerializer(serializers.Serializer[Backups]):
    where = serializers.CharField()
    count = serializers.IntegerField()
    trouble = serializers.CharField()
    newest = KeptBackupSerializer(many=True)


class DiskSerializer(serializers.Serializer[Disk]):
    free = serializers.IntegerField()
    total = serializers.IntegerField()
    database = serializers.IntegerField()


class InstallationSerializer(serializers.Serializer[Installation]):
    checks = CheckSerializer(many=True)
    counts = serializers.DictField(child=serializers.IntegerField())
    working = OwnJobSerializer(many=True)
    failed = OwnJobSerializer(many=True)
    slow = SlowPageSerializer(many=True)
    backups = BackupsSerializer()
    versions = serializers.DictField(child=serializers.CharField())
    disk = DiskSerializer()
