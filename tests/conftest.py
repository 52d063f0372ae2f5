"""Settings for all tests."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("exact", deadline=None)  # machines are shared: a slow example is no fault
settings.load_profile("exact")
