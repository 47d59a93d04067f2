"""Operations: backups, health checks, monitoring."""
