import ScheduleContract
import Upstream
import Values

/// A timetable in the university's format: the union of its shapes since 2022.
///
/// The university changed the format four times in four years, each time without notice. Missing parts are skipped. An
/// answer that looks broken as a whole is rejected, since the cached copy is better.
struct BSUIRTimetable: Decodable {
    /// The reason that an answer is rejected.
    struct Fault: Error, Equatable {
        let detail: String
    }

    /// The maximum number of lessons of a timetable; the largest ones of lecturers have a few hundred.
    static let rowLimit = 2_000

    /// The lessons by weekday.
    private typealias Days = [(weekday: Int, lessons: [BSUIRLesson])]

    private let object: UntrustedJSON

    /// Reads an answer.
    ///
    /// - Throws: `DecodingError` if it is not an object.
    init(from decoder: any Decoder) throws { object = try UntrustedJSON(object: decoder) }

    /// Converts the timetable into a plan.
    ///
    /// - Throws: ``Fault`` if it is not a timetable, or broken.
    func plan() throws(Fault) -> StudyPlan {
        try checkOwner()
        let current = days("schedules")
        let previous = days("previousSchedules")
        let next = days("nextSchedules")
        let exams = object["exams"]?.list(of: BSUIRLesson.self) ?? []
        let lessons = (current + previous + next).flatMap(\.lessons) + exams
        try check(lessons)
        // During exams, the university removes the current timetable, and the previous one is shown.
        let (term, shown): (TimetableTerm, Days) =
            !current.isEmpty
            ? (.current, current)
            : !previous.isEmpty ? (.previous, previous) : !next.isEmpty ? (.next, next) : (.current, [])
        let start = date("startDate")
        let end = date("endDate")
        let isPartTime =
            object["isZaochOrDist"]?.bool
            ?? (object["studentGroupDto"]?.isObject == true && start == nil && shown.isEmpty && !exams.isEmpty)

        var place = BSUIRLesson.Place(
            weekday: nil, bounds: (start, end), isOfShownTerm: true, isPartTime: isPartTime)
        let once = exams.map { $0.entry(at: place) }
        var entries: [Entry] = []
        for (weekday, lessons) in shown {
            place.weekday = weekday
            place.isOfShownTerm = term != .next
            if term == .next { place.bounds = (nil, nil) }
            entries += lessons.map { $0.entry(at: place) }
        }
        var nextEntries: [Entry] = []
        for (weekday, lessons) in term == .next ? [] : next {
            place.weekday = weekday
            place.isOfShownTerm = false
            place.bounds = (nil, nil)
            nextEntries += lessons.map { $0.entry(at: place) }
        }
        return StudyPlan(
            term: term, termName: name(of: term), isPartTime: isPartTime, start: start, end: end,
            examsStart: date("startExamsDate"), examsEnd: date("endExamsDate"),
            entries: Self.merged(entries, once).sorted(by: Entry.order),
            nextEntries: Self.merged(nextEntries, []).sorted(by: Entry.order))
    }

    /// Checks that the timetable belongs to a subject.
    ///
    /// - Throws: ``Fault`` if the timetable names another one.
    func check(isOf subject: Subject) throws(Fault) {
        let group = object["studentGroupDto"]?["name"]?.text
        let lecturer = object["employeeDto"]?["urlId"]?.text
        let isOfAnother =
            switch subject {
            case .group(let number): group.map { $0 != number.text } ?? (lecturer != nil)
            case .lecturer(let slug): lecturer.map { $0 != slug.text } ?? (group != nil)
            }
        guard !isOfAnother else { throw Fault(detail: "it belongs to another group or lecturer") }
    }

    /// Checks that there is an owner.
    ///
    /// - Throws: ``Fault`` for an error page with a success status.
    private func checkOwner() throws(Fault) {
        let maps = ["schedules", "previousSchedules", "nextSchedules", "exams"]
        let owners = [("studentGroupDto", "name"), ("employeeDto", "urlId")]
        guard (maps + owners.map(\.0)).contains(where: object.contains) else {
            throw Fault(detail: "it is not a timetable")
        }
        for (owner, name) in owners {
            if let owner = object[owner], owner.isObject, owner[name]?.text == nil {
                throw Fault(detail: "it names neither a group nor a lecturer")
            }
        }
    }

    /// Checks that most lessons are readable.
    ///
    /// - Throws: ``Fault`` if most lessons lack a subject or a time, named days contain no lists, or there are too many
    ///   lessons.
    private func check(_ lessons: [BSUIRLesson]) throws(Fault) {
        guard lessons.count <= Self.rowLimit else { throw Fault(detail: "it has more than \(Self.rowLimit) lessons") }
        if lessons.isEmpty {
            let maps = ["schedules", "previousSchedules", "nextSchedules"].compactMap { object[$0] }
            let areLists = maps.filter(\.isObject).allSatisfy { map in
                map.names.allSatisfy { map[$0]?.array != nil }
            }
            guard areLists else { throw Fault(detail: "its days contain no lists of lessons") }
        }
        guard lessons.filter(\.isPlausible).count * 2 >= lessons.count else {
            throw Fault(detail: "most of its lessons have no subject or no time")
        }
    }

    private func name(of term: TimetableTerm) -> String? {
        switch term {
        case .current: object["currentTerm"]?.text ?? (isSession ? object["previousTerm"]?.text : nil) ?? period
        case .previous: object["previousTerm"]?.text
        case .next: object["nextTerm"]?.text
        }
    }

    private var period: String? { object["currentPeriod"]?.text }

    /// True during the exams after a term, whose timetable the university may still give as the current one.
    private var isSession: Bool { period?.lowercased().contains("сесси") ?? false }

    private func date(_ name: String) -> LocalDate? { object[name]?.text.flatMap(BSUIRText.date) }

    /// Reads the days of a map in the order of the week; returns none if the map is missing or unreadable.
    private func days(_ name: String) -> Days {
        guard let map = object[name] else { return [] }
        return map.names.compactMap { day in
            guard let lessons = map[day]?.list(of: BSUIRLesson.self), !lessons.isEmpty else { return nil }
            return (BSUIRText.weekday(day) ?? 0, lessons)
        }.sorted { $0.weekday < $1.weekday }
    }

    /// Merges two lists without repetitions.
    ///
    /// Entries on a single date are listed both under their weekday and among the exams; those among the exams stay.
    /// Two entries of one list that differ only in rooms or lecturers both stay, because languages are taught in
    /// several rooms at a time.
    private static func merged(_ listed: [Entry], _ once: [Entry]) -> [Entry] {
        var seen: Set<Entry> = []
        let keys = Set(once.compactMap(DayKey.init))
        let rest = listed.filter { entry in DayKey(entry).map { !keys.contains($0) } ?? true }
        return (rest + once).filter { seen.insert($0).inserted }
    }

    /// The identity of a single-day entry in both lists.
    private struct DayKey: Hashable {
        var subject: String?
        var type: String?
        var date: LocalDate
        var start: Int?
        var subgroup: Int?
        var groups: Set<GroupNumber>

        init?(_ entry: Entry) {
            guard let date = entry.date else { return nil }
            self.date = date
            subject = entry.subject ?? entry.subjectName
            type = entry.typeName?.lowercased()
            start = entry.start
            subgroup = entry.subgroup
            groups = Set(entry.groups)
        }
    }
}
