import Contract
import RPC
import ScheduleContract
import ServiceRuntime
import Values

/// Maps the methods of the contract to the use cases.
struct ScheduleHandler: Sendable {
    let catalogues: CatalogueListing
    let week: WeekAnswer
    let timetables: TimetableAnswers
    let rooms: RoomAnswers
    let favourites: AccountFavourites
    let changes: ChangeListing
    let calendars: AccountCalendars
    let hints: HintLog

    /// Returns all methods of the service.
    func methods(isOpen: Bool) -> MethodTable {
        var table = MethodTable(service: .schedule, methods: Schedule.methods, isOpen: isOpen)
        table.onEncoded(Schedule.Groups.self, Self.encoded(catalogues.groups))
        table.onEncoded(Schedule.Lecturers.self, Self.encoded(catalogues.lecturers))
        table.onEncoded(Schedule.Rooms.self, Self.encoded(catalogues.rooms))
        table.on(Schedule.Faculties.self, catalogues.faculties)
        table.on(Schedule.Week.self, week.week)
        table.onEncoded(Schedule.ForGroup.self, Self.encoded(timetables.forGroup))
        table.onEncoded(Schedule.ForLecturer.self, Self.encoded(timetables.forLecturer))
        table.onEncoded(Schedule.Day.self, Self.encoded(timetables.day))
        table.on(Schedule.Next.self, timetables.next)
        table.onEncoded(Schedule.Exams.self, Self.encoded(timetables.exams))
        table.on(Schedule.ForRoom.self, rooms.forRoom)
        table.on(Schedule.FreeRooms.self, rooms.freeRooms)
        table.on(Schedule.Favourites.self, favourites.list)
        table.on(Schedule.AddFavourite.self, favourites.add)
        table.on(Schedule.RemoveFavourite.self, favourites.remove)
        table.on(Schedule.Export.self, favourites.export)
        table.on(Schedule.Changes.self, changes.list)
        table.on(Schedule.Calendars.self, calendars.list)
        table.on(Schedule.AddCalendar.self, calendars.add)
        table.on(Schedule.RemoveCalendar.self, calendars.remove)
        table.on(Schedule.CalendarFile.self, calendars.file)
        table.on(Schedule.Hints.self) { [hints] position, context in
            await hints.answer(position, deadline: context.deadline)
        }
        return table
    }

    private static func encoded<Params>(
        _ body: @escaping @Sendable (Params, CallContext) async throws -> [UInt8]
    ) -> @Sendable (Params, CallContext) async throws -> EncodedResult {
        { EncodedResult(try await body($0, $1)) }
    }
}
