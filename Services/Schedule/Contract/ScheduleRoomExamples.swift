public import Contract

private let coverage: JSONNode = [
    "groups": 423, "groupsRead": 421, "lecturers": 764, "lecturersRead": 760, "isSufficient": true,
]
private let room: JSONNode = [
    "name": "514-5 к.", "number": "514", "building": "5 к.", "type": "Лекционная", "capacity": 120,
]

extension Schedule.ForRoom: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["room": "514-5 к."],
            result: [
                "room": room,
                "lessons": [
                    [
                        "kind": "lesson",
                        "subject": "МЗИ",
                        "subjectName": "Методы защиты информации",
                        "type": "lecture",
                        "typeName": "Лекция",
                        "typeAbbreviation": "ЛК",
                        "weekday": 1,
                        "start": "13:35",
                        "end": "15:00",
                        "weeks": [1, 3],
                        "from": "2026-09-07",
                        "to": "2026-12-26",
                        "rooms": ["514-5 к."],
                        "lecturers": [["name": "Герчик А.", "slug": "a-gerchik"]],
                        "groups": ["353501", "353502"],
                        "isInactive": false,
                    ]
                ],
                "isComplete": true,
                "coverage": coverage,
                "fetchedAt": "2026-10-05T06:00:00Z",
                "isStale": false,
                "provider": "bsuir",
                "attribution": "БГУИР",
            ])
    }
}

extension Schedule.FreeRooms: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["date": "2026-10-05", "from": "11:55", "to": "13:20", "building": "5 к."],
            result: [
                "date": "2026-10-05",
                "week": 2,
                "from": "11:55",
                "to": "13:20",
                "items": [["room": room, "freeFrom": "10:20", "freeUntil": "13:35"]],
                "coverage": coverage,
                "fetchedAt": "2026-10-05T06:00:00Z",
                "isStale": false,
                "provider": "bsuir",
                "attribution": "БГУИР",
            ])
    }
}
