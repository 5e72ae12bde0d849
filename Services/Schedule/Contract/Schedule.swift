public import Contract

extension Schedule {
    /// The public methods by group.
    public static let groups = [
        MethodGroup(
            "timetables", "Timetables of the university's groups and lecturers: a term, a day, what comes next, exams.",
            [
                Schedule.ForGroup.self, Schedule.ForLecturer.self, Schedule.Day.self, Schedule.Next.self,
                Schedule.Exams.self, Schedule.Week.self, Schedule.Changes.self,
            ]),
        MethodGroup(
            "rooms", "The lessons of a room, and the rooms without a lesson at a time.",
            [Schedule.ForRoom.self, Schedule.FreeRooms.self]),
        MethodGroup(
            "catalogues", "The university's groups, lecturers and rooms.",
            [Schedule.Groups.self, Schedule.Lecturers.self, Schedule.Rooms.self, Schedule.Faculties.self]),
        MethodGroup(
            "favourites", "The groups and lecturers whose timetables the caller looks at most.",
            [Schedule.Favourites.self, Schedule.AddFavourite.self, Schedule.RemoveFavourite.self, Schedule.Export.self]),
        MethodGroup(
            "calendars", "Addresses at which calendar programs read a timetable.",
            [
                Schedule.Calendars.self, Schedule.AddCalendar.self, Schedule.RemoveCalendar.self,
                Schedule.CalendarFile.self,
            ]),
    ]

    /// Every method of the service, public and internal.
    public static let methods: [any Method.Type] = groups.flatMap(\.methods) + [Schedule.Hints.self]
}
