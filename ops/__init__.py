"""What keeps an installation going: backups, whether it is well, how it is watched."""
