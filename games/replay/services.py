from games.models import Record


def store_record(record: dict[str, object]) -> Record:
    """Store a checked record under a share link; an identical import reuses its link."""
    imports = Record.objects.filter(source=Record.Source.IMPORT, deal=None)
    known = imports.filter(record=record).first()
    return known or Record.objects.create(record=record, source=Record.Source.IMPORT)
