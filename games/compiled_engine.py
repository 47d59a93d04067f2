from django.conf import settings

from games.belot import compiling


def enable_compiled_engine() -> bool:
    """Compile the engine, or load a cached or bundled build; return whether that worked."""
    return compiling.switch_on(
        settings.KERNEL_CACHE_DIR,
        settings.KERNEL_SHIPPED_DIR,
        portable=settings.KERNEL_CPU == "portable",
    )
