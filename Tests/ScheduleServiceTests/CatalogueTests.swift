import Contract
import Resilience
import ScheduleContract
import Testing
import Values
import Wire

@testable import ScheduleService

@Suite struct CatalogueTests {
    private func lecturer(_ last: String, _ first: String, _ slug: String) -> Catalogue<Schedule.Lecturer>.Listed? {
        Catalogue.Listed(
            Schedule.Lecturer(
                slug: LecturerSlug(unchecked: slug), lastName: last, firstName: first, shortName: "\(last) \(first)",
                departments: []))
    }

    @Test func `A lecturer in a list that an earlier release kept is read, without the picture`() throws {
        let kept = #"{"slug":"a-b","lastName":"B","shortName":"B A","departments":[],"photo":"https://a.example/1"}"#
        let lecturer = try JSONCoding.decode(
            Schedule.Lecturer.self, from: Array(kept.utf8), unknownMembers: .ignored)
        #expect(lecturer.slug.text == "a-b" && lecturer.picture == nil)
    }

    private var lecturers: Catalogue<Schedule.Lecturer> {
        Catalogue(
            [
                lecturer("Щербаков", "Юрий", "y-shcherbakov"), lecturer("Нестеренков", "Сергей", "s-nesterenkov"),
                lecturer("Ёлкин", "Яков", "ya-elkin"), lecturer("Хатько", "Илья", "i-hatko"),
                lecturer("Жвакина", "Анна", "a-zhvakina"), lecturer("Цявловская", "Наталья", "n-tsiavlovskaia"),
            ].compactMap(\.self))
    }

    private func found(_ text: String) -> [String] {
        lecturers.page(of: text, after: nil, limit: 10).items.map(\.slug.text)
    }

    @Test(
        arguments: [
            ("нестер", "s-nesterenkov"), ("Nesterenkov", "s-nesterenkov"), ("терен", "s-nesterenkov"),
            ("сергей нест", "s-nesterenkov"), ("s-nesterenkov", "s-nesterenkov"), ("Shcherbakov", "y-shcherbakov"),
            ("scherbakov yuriy", "y-shcherbakov"), ("Iurii", "y-shcherbakov"), ("Jurij", "y-shcherbakov"),
            ("елкин", "ya-elkin"), ("ёлкин", "ya-elkin"), ("elkin yakov", "ya-elkin"), ("Iakov", "ya-elkin"),
            ("Khatko", "i-hatko"), ("Hatko", "i-hatko"), ("Хатько", "i-hatko"), ("zhvak", "a-zhvakina"),
            ("Tsyavlovskaya", "n-tsiavlovskaia"), ("Циавловская", "n-tsiavlovskaia"),
        ].compactMap(\.self))
    func `A name is found by any part of it, in Cyrillic and in common Latin spellings`(_ text: String, _ slug: String)
    { #expect(found(text).first == slug, "\(text)") }

    @Test func `A name is found from each of its letters on, in Cyrillic and in Latin`() {
        let names = ["Мария", "Юлия", "Наталья", "Братская", "Щербаков", "Дмитриев", "Ксения", "Цявловская", "Хатько"]
        let catalogue = Catalogue(names.compactMap { lecturer($0, "Яна", "x-\(names.firstIndex(of: $0) ?? 0)") })
        for name in names {
            for length in 1...name.count {
                let typed = String(name.prefix(length)).lowercased()
                let found = catalogue.page(of: typed, after: nil, limit: 10).items.map(\.lastName)
                #expect(found.contains(name), "\(typed)")
            }
        }
        for typed in ["mari", "mariy", "Yul", "Iuli", "bratsk", "dmitri", "kseni"] {
            #expect(!catalogue.page(of: typed, after: nil, limit: 10).items.isEmpty, "\(typed)")
        }
        #expect(catalogue.page(of: "мари", after: nil, limit: 10).items.map(\.lastName) == ["Мария"])
    }

    @Test(arguments: [
        ["Юлия", "Yuliya", "Yulia", "Iuliia", "Julija", "Iulia"], ["Наталия", "Наталья", "Nataliya", "Natalia"],
        ["Мария", "Марья", "Mariya", "Maria", "Mariia", "Marija"],
        ["Васильев", "Vasiliev", "Vasilyev", "Vasil'ev"],
        ["Дмитриев", "Dmitriev", "Dmitriyev", "Dmitrijev"], ["Юлию", "Yuliyu", "Iuliiu"],
        ["Нацыянальны", "Nacyjanalny", "Natsyyanalny"],
    ])
    func `The spellings of a name are equal`(_ ways: [String]) {
        for way in ways { #expect(NameSkeleton.words(of: way) == NameSkeleton.words(of: ways[0]), "\(way)") }
    }

    @Test func `Equal words come before words that begin with them`() {
        let rooms = ["101а", "1011", "101", "2101"].map { number in
            Schedule.Room(name: "\(number)-1 к.", number: number, building: "1 к.")
        }
        let catalogue = Catalogue(rooms.compactMap { Catalogue.Listed($0) })
        func found(_ text: String) -> [String] {
            catalogue.page(of: text, after: nil, limit: 10).items.map(\.number)
        }
        #expect(found("101-1") == ["101", "101а", "1011", "2101"])
        #expect(found("101") == ["101", "101а", "1011", "2101"])
    }

    @Test func `Surnames that begin as typed come before other names that do`() {
        let people = [("Алексеева", "Ивона"), ("Иванов", "Пётр"), ("Янович", "Иван"), ("Авивова", "Анна")]
        let catalogue = Catalogue(people.enumerated().compactMap { lecturer($1.0, $1.1, "x-\($0)") })
        let found = catalogue.page(of: "Ив", after: nil, limit: 10)
        #expect(found.items.map(\.lastName) == ["Иванов", "Алексеева", "Янович", "Авивова"])
        let first = catalogue.page(of: "Ив", after: nil, limit: 2)
        let rest = catalogue.page(of: "Ив", after: first.next, limit: 2)
        #expect((first.items + rest.items).map(\.lastName) == found.items.map(\.lastName) && rest.next == nil)
    }

    @Test(arguments: [
        ("нестиренков", "s-nesterenkov"), ("щербкаов", "y-shcherbakov"), ("жвокина анна", "a-zhvakina"),
        ("nesterenkof", "s-nesterenkov"), ("цявловскя", "n-tsiavlovskaia"), ("нестр", "s-nesterenkov"),
    ])
    func `A misspelt name is found if nothing else is`(text: String, slug: String) {
        #expect(found(text) == [slug])
    }

    @Test func `Misspelt names with fewer errors come first, and their pages continue`() {
        let catalogue = Catalogue(["Карбинко", "Карпинко"].compactMap { lecturer($0, "Яна", "x-\($0)") })
        func page(_ text: String, after place: Catalogue<Schedule.Lecturer>.Place? = nil, limit: Int = 10)
            -> Catalogue<Schedule.Lecturer>.Page
        { catalogue.page(of: text, after: place, limit: limit) }
        #expect(page("карпенко").items.map(\.lastName) == ["Карпинко", "Карбинко"])
        let first = page("карпенко", limit: 1)
        #expect(page("карпенко", after: first.next, limit: 1).items.map(\.lastName) == ["Карбинко"])
        #expect(page("кар").items.count == 2)
        #expect(page("кор").items.isEmpty, "three letters have no errors")
    }

    @Test func `A text without a match finds nothing; one without letters and digits finds everything`() {
        #expect(found("quux").isEmpty)
        #expect(found("нест юрий").isEmpty)
        #expect(found(" - ").count == 6)
        #expect(lecturers.page(of: nil, after: nil, limit: 10).items.count == 6)
    }

    @Test func `The list is in alphabetical order, with ё as е`() {
        #expect(
            lecturers.items.map(\.slug.text)
                == ["ya-elkin", "a-zhvakina", "s-nesterenkov", "i-hatko", "n-tsiavlovskaia", "y-shcherbakov"])
    }

    @Test func `Numbers are found by prefix first, then by any part, and doubled digits are kept`() {
        let numbers = ["353501", "050541", "335350", "353505", "350501"]
        let catalogue = Catalogue(
            numbers.compactMap {
                Catalogue.Listed(
                    Schedule.Group(number: GroupNumber(unchecked: $0), specialityAbbreviation: "ИиТП"))
            })
        func found(_ text: String) -> [String] {
            catalogue.page(of: text, after: nil, limit: 10).items.map(\.number.text)
        }
        #expect(found("3535") == ["353501", "353505", "335350"])
        #expect(found("33") == ["335350"])
        #expect(found("ИИТП 05") == ["050541", "350501", "353505"])
        #expect(catalogue["353501"] != nil && catalogue["353502"] == nil)
    }

    @Test func `Pages follow each other without gaps even if the list changes between them`() throws {
        let numbers = (0..<25).map { "35\(1000 + $0)" }
        func catalogue(_ numbers: [String]) -> Catalogue<Schedule.Group> {
            Catalogue(numbers.compactMap { Catalogue.Listed(Schedule.Group(number: GroupNumber(unchecked: $0))) })
        }
        var seen: [String] = []
        var place: Catalogue<Schedule.Group>.Place?
        var rest = numbers
        repeat {
            let page = catalogue(rest).page(of: "35", after: place, limit: 7)
            seen += page.items.map(\.number.text)
            place = page.next
            // The last item of the page is removed before the next page.
            rest.removeAll { $0 == seen.last }
        } while place != nil
        #expect(seen == numbers)
    }

    @Test func `A cursor is valid for its own list and search only`() throws {
        let place = Catalogue<Schedule.Group>.Place(rank: 1, sortKey: "иванов")
        let cursor = try #require(Catalogue<Schedule.Group>.list("lecturers", text: "Ив").cursor(after: place.texts))
        let texts = try #require(Catalogue<Schedule.Group>.list("lecturers", text: "iv").place(of: cursor))
        #expect(Catalogue<Schedule.Group>.Place(texts: texts) == place)
        #expect(Catalogue<Schedule.Group>.list("groups", text: "ив").place(of: cursor) == nil)
        #expect(Catalogue<Schedule.Group>.list("lecturers", text: "иван").place(of: cursor) == nil)
    }
}

@Suite struct ShrinkGuardTests {
    private let now = Instant(milliseconds: 1_795_243_200_000)

    /// Returns the verdicts on lists, given by entries, content and seconds since the first, while 400 entries are
    /// kept.
    private func verdicts(_ lists: [(count: Int, name: String, second: Int64)]) -> [ShrinkGuard.Verdict] {
        var judge = ShrinkGuard()
        return lists.map {
            judge.judge(
                count: $0.count, cachedCount: 400, fingerprint: Fingerprint($0.name.utf8),
                now: now.advanced(bySeconds: $0.second))
        }
    }

    @Test func `A list that shrinks by more than half is accepted when repeated ten minutes later, not before`() {
        #expect(verdicts([(200, "a", 0)]) == [.accept])
        #expect(
            verdicts([(199, "a", 0), (199, "a", 599), (199, "a", 600), (199, "a", 601)])
                == [.holdBack, .holdBack, .accept, .holdBack])
    }

    @Test func `Another short list or a long one restarts the wait, and an empty list is never accepted`() {
        #expect(
            verdicts([(9, "a", 0), (9, "b", 3_600), (400, "c", 3_700), (9, "b", 4_400)])
                == [.holdBack, .holdBack, .accept, .holdBack])
        #expect(verdicts([(0, "a", 0), (0, "a", 3_600)]) == [.holdBack, .holdBack])
    }
}

@Suite struct FailureTrackerTests {
    /// Returns the verdict on each failure in a sequence of failures (`!a`) and answers (`a`).
    private func blamed(_ events: [String]) -> [Bool] {
        var tracker = FailureTracker()
        var blamed: [Bool] = []
        for event in events {
            if event.hasPrefix("!") {
                blamed.append(tracker.failed(String(event.dropFirst())))
            } else {
                _ = tracker.answered(event, hasTimetable: true, hadTimetable: true)
            }
        }
        return blamed
    }

    @Test func `A server that fails for one subject only has no timetable for it`() {
        #expect(blamed(["!a", "b", "c", "d", "!a", "!a"]) == [false, false, true])
    }

    @Test func `A server that fails for all subjects is broken, and an answer ends the suspicion`() {
        let outage = Array(repeating: ["!a", "!b", "!c"], count: 10).flatMap(\.self)
        #expect(!blamed(outage).contains(true))
        #expect(blamed(["!a", "!a", "b", "c", "d", "a", "!a"]) == [false, false, false])
    }
}

@Suite struct VanishingTests {
    /// Returns true for each believed answer of a sequence: a timetable is gone (`-`), never existed (`0`), or is there
    /// (`+`).
    private func believed(_ events: String) -> [Bool] {
        var tracker = FailureTracker()
        return events.map { tracker.answered("a", hasTimetable: $0 == "+", hadTimetable: $0 == "-") }
    }

    @Test func `One timetable may vanish, many at once may not`() {
        #expect(believed("+-+-+-+-") == Array(repeating: true, count: 8))
        #expect(believed("----") == [true, true, false, false])
        #expect(believed("--0-+-") == [true, true, true, false, true, true])
    }
}

@Suite struct TimetableAnswerCacheTests {
    private let key = TimetableAnswerKey(
        kind: .day, subject: .group(GroupNumber(unchecked: "353501")), changes: 0,
        date: LocalDate(daysSince1970: 20_000), language: .russian)

    @Test func `One caller renews an expired answer while others get the old one`() {
        let clock = StepClock()
        let cache = ExpiringCache<TimetableAnswerKey, [UInt8]>(
            maximumBytes: 10_000, lifetime: .seconds(5), now: { clock.now })
        #expect(cache.value(for: key) == nil)
        cache.insert([1], for: key)
        #expect(cache.value(for: key) == [1])
        clock.advance(.seconds(5))
        #expect(cache.value(for: key) == nil)
        #expect(cache.value(for: key) == [1])
        cache.insert([2], for: key)
        #expect(cache.value(for: key) == [2])
        clock.advance(.seconds(10))
        #expect(cache.value(for: key) == nil)
        #expect(cache.value(for: key) == nil)
    }

    @Test func `The cache never exceeds its limit and evicts the least recently used first`() {
        let cache = ExpiringCache<TimetableAnswerKey, [UInt8]>(maximumBytes: 5_000, lifetime: .seconds(5))
        func key(_ number: Int) -> TimetableAnswerKey {
            TimetableAnswerKey(
                kind: .day, subject: .group(GroupNumber(unchecked: "353501")), changes: 0,
                date: LocalDate(daysSince1970: number), language: .russian)
        }
        for number in 0..<5_000 {
            cache.insert(Array(repeating: 0, count: 1_000), for: key(number))
            #expect(cache.cost <= 5_000)
        }
        #expect(cache.value(for: key(4_999)) != nil && cache.value(for: key(4_995)) == nil)
        cache.insert(Array(repeating: 0, count: 6_000), for: key(1))
        #expect(cache.value(for: key(1)) == nil)
    }
}
