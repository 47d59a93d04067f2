"""Backup stores: a folder, or S3."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, Protocol
from urllib.parse import urlsplit

from django.conf import settings

from ops.backups.manifest import BackupError

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

S3: Final = "s3://"
CONNECT_SECONDS: Final = 5
READ_SECONDS: Final = 60


class Store(Protocol):
    where: str

    def names(self) -> list[str]:
        """All files, sorted."""

    def put(self, name: str, path: Path) -> None:
        """Store a file, wholly or not at all."""

    def get(self, name: str, path: Path) -> None:
        """Fetch a file; raises BackupTrouble if missing."""

    def delete(self, name: str) -> None:
        """Delete a file if it exists."""


def store_at(place: str) -> Store:
    """Store at `s3://bucket/folder`, or a local folder."""
    if not place:
        raise BackupError("Where to? Set BACKUP_TO, or name a folder or s3://bucket with --to.")
    return S3Store(place) if place.startswith(S3) else FolderStore(Path(place))


class FolderStore:
    """Local folder for its owner only: backups hold names and addresses."""

    def __init__(self, path: Path) -> None:
        self.path = path.expanduser().resolve()
        self.where = str(self.path)

    def names(self) -> list[str]:
        with backup_errors(OSError, self.where):
            files = self.path.iterdir() if self.path.is_dir() else ()
            return sorted(each.name for each in files if each.is_file())

    def put(self, name: str, path: Path) -> None:
        draft = self.path / f".{name}.draft"
        with backup_errors(OSError, self.where):
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            try:
                with path.open("rb") as source, open_private(draft) as target:
                    while piece := source.read(1 << 20):
                        target.write(piece)
                    target.flush()
                    os.fsync(target.fileno())
                os.replace(draft, self.path / name)
            finally:
                draft.unlink(missing_ok=True)

    def get(self, name: str, path: Path) -> None:
        with (
            backup_errors(OSError, self.where),
            (self.path / name).open("rb") as source,
            open_private(path) as target,
        ):
            while piece := source.read(1 << 20):
                target.write(piece)

    def delete(self, name: str) -> None:
        with backup_errors(OSError, self.where):
            (self.path / name).unlink(missing_ok=True)


class S3Store:
    """S3 bucket; boto3 reads the credentials from the environment."""

    def __init__(self, place: str) -> None:
        parts = urlsplit(place)
        self.bucket = parts.netloc
        self.folder = f"{parts.path.strip('/')}/".lstrip("/")
        self.where = place
        if not self.bucket:
            raise BackupError(f"{place!r} names no bucket: s3://bucket/folder was expected.")

    def names(self) -> list[str]:
        with self.client() as s3:
            pages = s3.get_paginator("list_objects_v2").paginate(
                Bucket=self.bucket, Prefix=self.folder
            )
            keys = [each["Key"] for page in pages for each in page.get("Contents", [])]
        return sorted(key.removeprefix(self.folder) for key in keys)

    def put(self, name: str, path: Path) -> None:
        with self.client() as s3:
            s3.upload_file(str(path), self.bucket, self.folder + name)

    def get(self, name: str, path: Path) -> None:
        with self.client() as s3:
            s3.download_file(self.bucket, self.folder + name, str(path))

    def delete(self, name: str) -> None:
        with self.client() as s3:
            s3.delete_object(Bucket=self.bucket, Key=self.folder + name)

    @contextmanager
    def client(self) -> Iterator["S3Client"]:
        """boto3 client; its errors become BackupTrouble."""
        try:
            import boto3
            from boto3.exceptions import Boto3Error
            from botocore.config import Config
            from botocore.exceptions import BotoCoreError, ClientError
        except ImportError as error:
            words = "A store that speaks S3 needs boto3: pip install 'boto3>=1.40'."
            raise BackupError(words) from error
        with backup_errors((Boto3Error, BotoCoreError, ClientError, OSError), self.where):
            patience = Config(
                connect_timeout=CONNECT_SECONDS,
                read_timeout=READ_SECONDS,
                retries={"total_max_attempts": 3},
            )
            address = settings.BACKUP_S3_ENDPOINT or None
            yield boto3.client("s3", endpoint_url=address, config=patience)


@contextmanager
def backup_errors(
    errors: type[Exception] | tuple[type[Exception], ...], where: str
) -> Iterator[None]:
    try:
        yield
    except errors as error:
        raise BackupError(f"{where}: {error}") from error


def open_private(path: Path) -> BinaryIO:
    """A new file that only its owner can read."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb")
