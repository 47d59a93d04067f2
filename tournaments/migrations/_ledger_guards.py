"""Triggers that keep the ledger append-only.

Only the texts `note` and `who` may change, and only in a transaction that holds an open erasure:
other transactions cannot see that row.
"""

TABLE = "tournaments_ledgerline"
FIXED_COLUMNS = (
    "tournament_id, number, team_id, kind, method, amount, owed, cancels_id, expected, counted,"
    " client_key, at"
)
TEXT_COLUMNS = "note, who"
ERASURE_IS_OPEN = "EXISTS (SELECT 1 FROM tournaments_erasure WHERE is_open)"
MESSAGE = "a line of the ledger is never overwritten"


def sqlite_trigger(name, columns, condition=""):
    return (
        f"CREATE TRIGGER {name} BEFORE UPDATE OF {columns} ON {TABLE} {condition}"
        f" BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END"
    )


def postgresql_trigger(name, columns, function):
    return (
        f"CREATE TRIGGER {name} BEFORE UPDATE OF {columns} ON {TABLE}"
        f" FOR EACH ROW EXECUTE FUNCTION {function}()"
    )


def postgresql_function(name, exception=""):
    return (
        f"CREATE FUNCTION {name}() RETURNS trigger AS $$ BEGIN {exception}"
        f" RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'integrity_constraint_violation';"
        " END $$ LANGUAGE plpgsql"
    )


STATEMENTS = {
    "sqlite": [
        sqlite_trigger("ledger_is_append_only", FIXED_COLUMNS),
        sqlite_trigger("ledger_texts_are_fixed", TEXT_COLUMNS, f"WHEN NOT {ERASURE_IS_OPEN}"),
    ],
    "postgresql": [
        postgresql_function("reject_ledger_update"),
        postgresql_trigger("ledger_is_append_only", FIXED_COLUMNS, "reject_ledger_update"),
        postgresql_function(
            "reject_ledger_text_update", f"IF {ERASURE_IS_OPEN} THEN RETURN NEW; END IF;"
        ),
        postgresql_trigger("ledger_texts_are_fixed", TEXT_COLUMNS, "reject_ledger_text_update"),
    ],
}


def create_triggers(apps, schema_editor):
    for statement in STATEMENTS[schema_editor.connection.vendor]:
        schema_editor.execute(statement)
