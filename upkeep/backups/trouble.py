"""What may go wrong with a backup, in words for whoever runs the installation."""


class BackupTrouble(Exception):
    """This backup cannot be taken, read or brought back; the message says why and what helps."""
