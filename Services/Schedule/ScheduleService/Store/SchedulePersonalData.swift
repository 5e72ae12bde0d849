import Database

/// The tables of `schedule` with personal data.
enum SchedulePersonalData {
    static let tables = [
        PersonalTable("favourite", .deleted)
    ]
}
