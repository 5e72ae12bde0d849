"""The timetable: of a group, of a lecturer, its other views, and the picker."""

from screens import Screen, answering, offline, opening

GROUP = {"timetable": {"kind": "group", "id": "310101", "name": "310101"}}

#: The age and origin of answers from the university.
ORIGIN = {"fetchedAt": "2026-11-25T03:10:00Z", "isStale": False, "provider": "bsuir",
          "attribution": "Timetable: BSUIR, iis.bsuir.by", "source": "simulator"}
COVERAGE = {"groups": 423, "groupsRead": 421, "lecturers": 764, "lecturersRead": 760, "isSufficient": True}
ROOM = {"name": "405-5 к.", "number": "405", "building": "5 к.", "type": "лекционные занятия", "capacity": 120}


def lesson(subject, start, end, groups, **others):
    return {"kind": "lesson", "type": "lecture", "typeName": "Lecture", "subject": subject, "weekday": 3,
            "weeks": [1, 2, 3, 4], "start": start, "end": end, "rooms": [ROOM["name"]], "groups": groups,
            "lecturers": [{"name": "Алексеев Д. П.", "slug": "d-alekseev"}], "isInactive": False} | others


def exam(type, name, date, subject, start, end):
    return lesson(subject, start, end, ["310101"], kind="exam", type=type, typeName=name, date=date, weeks=[])


#: What a server that has read all timetables answers: reading them takes minutes.
FREE_ROOMS = {"date": "2026-11-25", "week": 1, "from": "10:46", "to": "10:46", "coverage": COVERAGE, "items": [
    {"room": ROOM, "freeUntil": "13:35"},
    {"room": {"name": "612а-5 к.", "number": "612а", "building": "5 к.", "type": "лабораторные занятия"},
     "freeFrom": "10:20"},
    {"room": {"name": "101-1 к.", "number": "101", "building": "1 к.", "capacity": 30}}]} | ORIGIN
ROOM_TIMETABLE = {"room": ROOM, "isComplete": True, "coverage": COVERAGE, "lessons": [
    lesson("СМАТ", "09:00", "10:20", ["310101", "310102"]), lesson("МОИ", "10:35", "11:55", ["353501"], subgroup=2),
]} | ORIGIN

#: What the server calls a consultation and an exam.
NAMES = {"en": ["Consultation", "Exam"], "ru": ["Консультация", "Экзамен"], "be": ["Кансультацыя", "Экзамен"]}


def set_exams(page):
    """Answers exams: the simulated university has set none."""
    consultation, name = NAMES[page.evaluate("() => document.documentElement.lang")]
    exams = {"hasTimetable": True, "lessons": [
        exam("consultation", consultation, "2027-01-04", "СМАТ", "12:25", "13:45"),
        exam("exam", name, "2027-01-05", "СМАТ", "09:00", "13:00"),
        exam("exam", name, "2027-01-09", "МОИ", "10:35", "14:35")]} | ORIGIN
    answering("**/v1/schedule/exams*", exams, ".lessons-pane .lesson")(page)


SCREENS = [
    Screen("timetable", "/timetable", ready=".lesson", settings=GROUP),
    Screen("timetable-choice", "/timetable", ready=".owner"),
    Screen("timetable-picker", "/timetable?choose=1", ready=".sheet .owner", settings=GROUP),
    Screen("timetable-feed", "/timetable?view=feed", ready=".lesson", settings=GROUP),
    Screen("timetable-exams", "/timetable?view=exams", ready=".lessons-pane .empty", settings=GROUP),
    Screen("timetable-exam-days", "/timetable?view=exams", ready=".lessons-pane .empty", settings=GROUP,
           act=set_exams),
    Screen("timetable-offline", "/timetable", ready=".lesson", settings=GROUP, act=offline),
    Screen("timetable-calendar", "/timetable", who="rider", ready=".lesson", settings=GROUP,
           act=opening(".kept button")),
    Screen("timetable-lecturer", "/timetable/lecturers/d-alekseev", ready=".lesson", settings=GROUP),
    Screen("timetable-rooms", "/timetable/rooms", ready=".empty"),
    Screen("timetable-free-rooms", "/timetable/rooms", ready=".empty",
           act=answering("**/v1/schedule/free-rooms*", FREE_ROOMS, "a.item")),
    Screen("timetable-room", "/timetable/rooms/405-5%20%D0%BA.", ready="main h1",
           act=answering("**/v1/schedule/rooms/*", ROOM_TIMETABLE, ".lesson")),
]
