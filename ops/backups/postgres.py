"""PostgreSQL, copied by its own programs: `pg_dump`, `pg_restore` and `psql`."""

import os
import re
import shutil
import subprocess
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, LiteralString

import psycopg
from django.db import connection
from psycopg import sql

from ops.backups.manifest import BackupError, Tallies, Tally

Opened = psycopg.Connection[tuple[object, ...]]
NO_OWNERSHIP: Final = ("--no-owner", "--no-privileges")
TABLES: Final = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename"
# The sum ignores the order of rows; 60 bits of each row's hash.
TALLY: Final = (
    "SELECT count(*), coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint), 0)::text"
    " FROM public.{} t"
)
DROP_ALL_SQL: Final = """
SET lock_timeout = '60s';
DO $$ DECLARE each record; BEGIN
  FOR each IN SELECT oid::regclass AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') LOOP
    EXECUTE 'DROP TABLE IF EXISTS ' || each.name || ' CASCADE';
  END LOOP;
  FOR each IN SELECT oid::regclass AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'S' LOOP
    EXECUTE 'DROP SEQUENCE IF EXISTS ' || each.name || ' CASCADE';
  END LOOP;
  FOR each IN SELECT oid::regprocedure AS name FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace
    AND oid NOT IN (SELECT objid FROM pg_depend WHERE deptype = 'e') LOOP
    EXECUTE 'DROP ROUTINE IF EXISTS ' || each.name || ' CASCADE';
  END LOOP;
END $$;
"""
"""Keeps the schema, which can have another owner."""


class PostgresDatabase:
    vendor = "postgresql"
    member = "database.dump"

    def server(self) -> str:
        with open_database(self.name) as opened:
            return str(opened.info.server_version // 10000)

    def dump(self, target: Path) -> Tallies:
        """Dump and count one exported snapshot."""
        check_program_version(program_path("pg_dump"), self.server())
        with open_database(self.name) as opened:
            snapshot = str(first_row(opened, "SELECT pg_export_snapshot()")[0])
            words = ["--format=custom", f"--snapshot={snapshot}", f"--file={target}", *NO_OWNERSHIP]
            run([program_path("pg_dump"), *words], self.name)
            return tallies_of(opened)

    def tallies(self) -> Tallies:
        with open_database(self.name) as opened:
            return tallies_of(opened)

    def try_out(self, copy: Path) -> Tallies:
        check_program_version(program_path("pg_restore"), self.server())
        with scratch_database(self.name) as name:
            run(
                [
                    program_path("pg_restore"),
                    "--exit-on-error",
                    *NO_OWNERSHIP,
                    f"--dbname={name}",
                    str(copy),
                ],
                name,
            )
            with open_database(name) as opened:
                return tallies_of(opened)

    def replace(self, copy: Path) -> None:
        check_program_version(program_path("pg_restore"), self.server())
        script, first = copy.with_suffix(".sql"), copy.with_suffix(".first.sql")
        run([program_path("pg_restore"), *NO_OWNERSHIP, f"--file={script}", str(copy)], self.name)
        first.write_text(DROP_ALL_SQL)
        connection.close()
        words = ["--single-transaction", "--set=ON_ERROR_STOP=1", "--quiet", "--no-psqlrc"]
        files = [f"--file={first}", f"--file={script}"]
        run([program_path("psql"), *words, "--output=/dev/null", *files], self.name)

    @property
    def name(self) -> str:
        return str(connection.settings_dict["NAME"])


@contextmanager
def open_database(name: str, *, autocommit: bool = False) -> Iterator[Opened]:
    """A read-only snapshot; with ``autocommit`` a writable connection."""
    db_settings = connection.settings_dict
    place = {"host": db_settings["HOST"], "port": db_settings["PORT"], "user": db_settings["USER"]}
    connect_args = {key: value for key, value in place.items() if value}
    opened = psycopg.connect(
        dbname=name, password=db_settings["PASSWORD"] or None, autocommit=autocommit, **connect_args
    )
    with opened:
        if not autocommit:
            opened.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            opened.read_only = True
            opened.execute("SET TIME ZONE 'UTC'")
        yield opened


def first_row(opened: Opened, asked: LiteralString | sql.Composed) -> tuple[object, ...]:
    return opened.execute(asked).fetchone() or ()


def tallies_of(opened: Opened) -> Tallies:
    return {
        str(name): tally_of(first_row(opened, sql.SQL(TALLY).format(sql.Identifier(str(name)))))
        for (name,) in opened.execute(TABLES).fetchall()
    }


def tally_of(row: tuple[object, ...]) -> Tally:
    return Tally(int(str(row[0])), str(row[1]))


@contextmanager
def scratch_database(beside: str) -> Iterator[str]:
    name = f"belot_trial_{uuid.uuid4().hex[:12]}"
    quoted = sql.Identifier(name)
    with open_database(beside, autocommit=True) as opened:
        try:
            opened.execute(sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(quoted))
        except psycopg.errors.InsufficientPrivilege as error:
            user = opened.info.user
            raise BackupError(
                "A backup is tried out in a database of its own, and this account may not make"
                f' one: ALTER ROLE "{user}" CREATEDB; or take backups with --no-verify.'
            ) from error
        try:
            yield name
        finally:
            opened.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(quoted))


# Programs -------------------------------------------------------------------------------


def program_path(name: str) -> str:
    """Path of a PostgreSQL program; raises BackupTrouble if not installed."""
    path = shutil.which(name)
    if path is None:
        raise BackupError(
            f"{name} is not installed here. It comes with PostgreSQL's programs for clients"
            " (Debian: apt-get install postgresql-client)."
        )
    return path


def check_program_version(program: str, server: str) -> None:
    """Reject a program older than the server."""
    output = subprocess.run(
        [program, "--version"], capture_output=True, text=True, check=True
    ).stdout
    match = re.search(r"\) (\d+)", output)
    if match is None or int(match[1]) < int(server):
        raise BackupError(
            f"{output.strip()} is older than the server, which is version {server}:"
            f" install postgresql-client-{server} or a later one."
        )


def run(command: list[str], name: str) -> None:
    """Run a program; raises BackupTrouble with its last output."""
    db_settings = connection.settings_dict
    place = {
        "PGHOST": db_settings["HOST"],
        "PGPORT": db_settings["PORT"],
        "PGUSER": db_settings["USER"],
        "PGPASSWORD": db_settings["PASSWORD"],
        "PGDATABASE": name,
    }
    # Environment variables: the process list shows command lines to all users.
    environment = {**os.environ, **{key: str(value) for key, value in place.items() if value}}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["it said nothing"])[-3:]
        raise BackupError(f"{Path(command[0]).name}: {' / '.join(last)}")
