public import Contract

extension Schedule {
    /// Every method of the service, public and internal.
    public static let methods: [any Method.Type] = [
        Schedule.Groups.self, Schedule.Lecturers.self, Schedule.Rooms.self, Schedule.Week.self, Schedule.ForGroup.self,
        Schedule.ForLecturer.self, Schedule.Day.self, Schedule.Next.self, Schedule.Exams.self,
        Schedule.Favourites.self, Schedule.AddFavourite.self, Schedule.RemoveFavourite.self,
    ]
}
