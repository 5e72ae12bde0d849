"""The timetable: of a group, of a lecturer, its other views, and the picker."""

from screens import Screen

GROUP = {"timetable": {"kind": "group", "id": "310101", "name": "310101"}}

SCREENS = [
    Screen("timetable", "/timetable", ready=".lesson", settings=GROUP),
    Screen("timetable-choice", "/timetable", ready=".owner"),
    Screen("timetable-picker", "/timetable?choose=1", ready=".sheet .owner", settings=GROUP),
    Screen("timetable-feed", "/timetable?view=feed", ready=".lesson", settings=GROUP),
    Screen("timetable-exams", "/timetable?view=exams", ready=".lessons-pane .empty", settings=GROUP),
    Screen("timetable-lecturer", "/timetable/lecturers/d-alekseev", ready=".lesson", settings=GROUP),
]
