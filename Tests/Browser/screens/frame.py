"""The first screen, and what every address that leads nowhere shows."""

from screens import Screen

SCREENS = [
    Screen("lost", "/no-such-screen", ready="main", is_kept=False),
]
