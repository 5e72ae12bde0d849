public import Contract

/// Values that several examples contain.
private enum ScheduleExample {
    static let group: JSONNode = [
        "number": "353501",
        "faculty": "Факультет компьютерных систем и сетей",
        "facultyAbbreviation": "ФКСиС",
        "speciality": "Информатика и технологии программирования",
        "specialityAbbreviation": "ИиТП",
        "course": 3,
    ]
    static let lecturer: JSONNode = [
        "slug": "s-nesterenkov",
        "lastName": "Нестеренков",
        "firstName": "Сергей",
        "middleName": "Николаевич",
        "shortName": "Нестеренков С. Н.",
        "degree": "к.т.н.",
        "rank": "доцент",
        "departments": ["ПОИТ"],
        "picture": ["url": "https://iis.bsuir.by/api/v1/employees/photo/500434"],
    ]
    static let lesson: JSONNode = [
        "kind": "lesson",
        "subject": "ОАиП",
        "subjectName": "Основы алгоритмизации и программирования",
        "type": "lecture",
        "typeName": "Lecture",
        "typeAbbreviation": "ЛК",
        "weekday": 1,
        "start": "09:00",
        "end": "10:20",
        "weeks": [1, 3],
        "from": "2026-09-01",
        "to": "2026-12-20",
        "subgroup": 1,
        "rooms": ["514-5 к."],
        "lecturers": [["name": "Нестеренков С. Н.", "slug": "s-nesterenkov"]],
        "groups": ["353501"],
        "note": "Дистанционно",
        "isInactive": false,
    ]
    static let exam: JSONNode = [
        "kind": "exam",
        "subject": "ОАиП",
        "subjectName": "Основы алгоритмизации и программирования",
        "type": "exam",
        "typeName": "Exam",
        "typeAbbreviation": "Экзамен",
        "start": "09:00",
        "end": "12:00",
        "weeks": [],
        "date": "2027-01-12",
        "rooms": ["514-5 к."],
        "lecturers": [["name": "Нестеренков С. Н.", "slug": "s-nesterenkov"]],
        "groups": ["353501"],
        "isInactive": false,
    ]
    static let occurrence = ScheduleExample.lesson.setting("date", "2026-10-05")
        .setting("startsAt", "2026-10-05T06:00:00Z").setting("endsAt", "2026-10-05T07:20:00Z")
    static let period: JSONNode = [
        "term": "current",
        "start": "2026-09-01",
        "end": "2026-12-20",
        "examsStart": "2027-01-04",
        "examsEnd": "2027-01-24",
    ]
    static let calendar: JSONNode = [
        "id": "019ab3c4-5d6e-7f80-9123-000000000005",
        "group": "353501",
        "subgroup": 1,
        "name": "Информатика и технологии программирования",
        "madeAt": "2026-09-01T08:00:00Z",
    ]
    static let favourite: JSONNode = [
        "id": "019ab3c4-5d6e-7f80-9123-000000000004",
        "group": "353501",
        "subgroup": 1,
        "isPinned": true,
        "name": "Информатика и технологии программирования",
        "addedAt": "2026-09-01T08:00:00Z",
    ]
}

extension Schedule.Groups: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["query": "3535", "limit": 50],
            result: [
                "items": [ScheduleExample.group],
                "nextCursor": "A0p8Yx3kQm5zZwEyMDI2LTA3LTE4",
                "fetchedAt": "2026-10-05T06:00:00Z",
                "isStale": false,
                "provider": "bsuir",
                "attribution": "БГУИР",
            ])
    }
}

extension Schedule.Lecturers: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["query": "Нестеренков"],
            result: [
                "items": [ScheduleExample.lecturer],
                "fetchedAt": "2026-10-05T06:00:00Z",
                "isStale": false,
                "provider": "bsuir",
                "attribution": "БГУИР",
            ])
    }
}

extension Schedule.Rooms: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["query": "514"],
            result: [
                "items": [
                    [
                        "name": "514-5 к.",
                        "number": "514",
                        "building": "5 к.",
                        "type": "Лекционная",
                        "capacity": 120,
                        "department": "ПОИТ",
                    ]
                ],
                "fetchedAt": "2026-10-05T06:00:00Z",
                "isStale": false,
                "provider": "bsuir",
                "attribution": "БГУИР",
            ])
    }
}

extension Schedule.Week: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["date": "2026-10-05"],
            result: [
                "date": "2026-10-05",
                "week": 2,
                "weekday": 1,
                "monday": "2026-10-05",
                "isInTerm": true,
                "checkedAt": "2026-10-05T03:00:00Z",
                "isConfirmed": true,
                "fetchedAt": "2026-10-05T06:00:00Z",
                "isStale": false,
                "provider": "vokol",
                "attribution": "БГУИР",
            ])
    }
}

extension Schedule.ForGroup: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["group": "353501", "week": 1, "day": 1, "subgroup": 1],
            result: [
                "group": ScheduleExample.group,
                "hasTimetable": true,
                "isPartTime": false,
                "period": ScheduleExample.period,
                "lessons": [ScheduleExample.lesson],
                "nextTermLessons": [],
                "announcements": [],
                "changedAt": "2026-09-20T03:00:00Z",
                "fetchedAt": "2026-10-05T06:00:00Z",
                "isStale": false,
                "provider": "bsuir",
                "attribution": "БГУИР",
            ])
    }
}

extension Schedule.ForLecturer: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["lecturer": "s-nesterenkov", "week": 1, "day": 1],
            result: [
                "lecturer": ScheduleExample.lecturer,
                "hasTimetable": true,
                "isPartTime": false,
                "period": ScheduleExample.period,
                "lessons": [ScheduleExample.lesson],
                "nextTermLessons": [],
                "announcements": [],
                "changedAt": "2026-09-20T03:00:00Z",
                "fetchedAt": "2026-10-05T06:00:00Z",
                "isStale": false,
                "provider": "bsuir",
                "attribution": "БГУИР",
            ])
    }
}

extension Schedule.Day: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["group": "353501", "date": "2026-10-05", "subgroup": 1],
            result: [
                "date": "2026-10-05",
                "week": 2,
                "weekday": 1,
                "isInTerm": true,
                "hasTimetable": true,
                "lessons": [ScheduleExample.occurrence],
                "inactiveLessons": [],
                "announcements": [],
                "fetchedAt": "2026-10-05T06:00:00Z",
                "isStale": false,
                "provider": "bsuir",
                "attribution": "БГУИР",
            ])
    }
}

extension Schedule.Next: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["lecturer": "s-nesterenkov", "after": "2026-10-05T05:30:00Z", "limit": 5],
            result: [
                "after": "2026-10-05T05:30:00Z",
                "hasTimetable": true,
                "currentLessons": [],
                "lessons": [ScheduleExample.occurrence],
                "searchedTo": "2026-10-12",
                "fetchedAt": "2026-10-05T06:00:00Z",
                "isStale": false,
                "provider": "bsuir",
                "attribution": "БГУИР",
            ])
    }
}

extension Schedule.Exams: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["group": "353501", "subgroup": 1],
            result: [
                "hasTimetable": true,
                "period": ScheduleExample.period,
                "lessons": [ScheduleExample.exam],
                "fetchedAt": "2026-10-05T06:00:00Z",
                "isStale": false,
                "provider": "bsuir",
                "attribution": "БГУИР",
            ])
    }
}

extension Schedule.Favourites: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: .object([]),
            result: ["items": [ScheduleExample.favourite]])
    }
}

extension Schedule.AddFavourite: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["group": "353501", "subgroup": 1, "isPinned": true],
            result: ScheduleExample.favourite)
    }
}

extension Schedule.RemoveFavourite: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["id": "019ab3c4-5d6e-7f80-9123-000000000004"],
            result: .object([]))
    }
}

extension Schedule.Changes: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["group": "353501", "since": "2026-09-18T06:00:00Z", "subgroup": 1],
            result: [
                "since": "2026-09-18T06:00:00Z",
                "changedAt": "2026-09-20T03:00:00Z",
                "changes": [
                    [
                        "kind": "changed",
                        "before": ScheduleExample.lesson.setting("rooms", ["407-5 к."]),
                        "after": ScheduleExample.lesson,
                    ]
                ],
                "isComplete": true,
                "fetchedAt": "2026-10-05T06:00:00Z",
                "isStale": false,
                "provider": "bsuir",
                "attribution": "БГУИР",
            ])
    }
}

extension Schedule.Calendars: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(params: .object([]), result: ["items": [ScheduleExample.calendar]])
    }
}

extension Schedule.AddCalendar: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["group": "353501", "subgroup": 1],
            result: [
                "calendar": ScheduleExample.calendar,
                "path": "/v1/calendars/q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA.ics",
            ])
    }
}

extension Schedule.RemoveCalendar: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(params: ["id": "019ab3c4-5d6e-7f80-9123-000000000005"], result: .object([]))
    }
}

extension Schedule.CalendarFile: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["secret": "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA"],
            result: [
                "mediaType": "text/calendar",
                "bodyBase64": "QkVHSU46VkNBTEVOREFSDQpFTkQ6VkNBTEVOREFSDQo",
            ])
    }
}

extension Schedule.Faculties: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: .object([]),
            result: [
                "items": [
                    [
                        "name": "Факультет компьютерных систем и сетей",
                        "abbreviation": "ФКСиС",
                        "specialities": [
                            [
                                "name": "Информатика и технологии программирования",
                                "abbreviation": "ИиТП",
                                "courses": [["course": 3, "groups": ["353501", "353502"]]],
                            ]
                        ],
                    ]
                ],
                "fetchedAt": "2026-10-05T06:00:00Z",
                "isStale": false,
                "provider": "bsuir",
                "attribution": "БГУИР",
            ])
    }
}
