"""The first screen, and the screen for unknown addresses."""

from screens import Screen

SCREENS = [
    Screen("lost", "/no-such-screen", ready="main", is_kept=False),
]
