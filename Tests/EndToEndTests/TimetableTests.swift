import Foundation
import TestSupport
import Testing

extension EndToEnd {
    /// Tests of the university's timetable, through the gateway over TLS.
    @Suite(.serialized) struct Timetables {
        /// Returns a group from the catalogue that has a timetable.
        private func someGroup(_ simulated: SimulatedInstance) async throws -> String {
            let found = try await simulated.result("schedule.groups", #"{"query":"35"}"#)
            return try #require(found["items"].items.compactMap { $0["number"].text }.first { $0.hasSuffix("1") })
        }

        @Test func `Groups, lecturers and rooms are found by part of a number or a name, in Cyrillic and in Latin`()
            async throws
        {
            let simulated = try await Instances.simulated.value
            let groups = try await simulated.result("schedule.groups", #"{"query":"35"}"#)
            #expect(groups["items"].items.isEmpty == false)
            #expect(groups["source"] == .string("simulator"), "\(groups)")
            let cyrillic = try await simulated.result("schedule.lecturers", #"{"query":"Абрамов"}"#)
            let latin = try await simulated.result("schedule.lecturers", #"{"query":"abramov"}"#)
            #expect(cyrillic["items"].items.isEmpty == false)
            #expect(
                Set(cyrillic["items"].items.compactMap { $0["slug"].text }).isDisjoint(
                    with: latin["items"].items.compactMap { $0["slug"].text }) == false, "\(latin)")
            #expect(try await simulated.result("schedule.rooms", #"{"query":"101"}"#)["items"].items.isEmpty == false)
        }

        @Test func `A group is found by faculty, speciality and year, and a lecturer by surname or despite a typo`()
            async throws
        {
            let simulated = try await Instances.simulated.value
            let faculty = try #require(
                try await simulated.result("schedule.faculties")["items"].items.first { $0["name"] != .null })
            let course = try #require(faculty["specialities"][0]["courses"].items.first { $0["course"] != .null })
            let number = try #require(course["groups"][0].text)
            let group = try await simulated.result("schedule.groups", #"{"query":"\#(number)"}"#)["items"][0]
            #expect(group["course"] == course["course"], "\(group) \(faculty)")
            #expect(group["facultyAbbreviation"] == faculty["abbreviation"], "\(group) \(faculty)")
            let all = try await simulated.result("schedule.lecturers", #"{"query":"ива","limit":50}"#)["items"].items
            let isSurname = all.map { $0["lastName"].text?.lowercased().hasPrefix("ива") == true }
            // Those with the surname before those with such a first or middle name.
            #expect(
                isSurname.first == true && isSurname == isSurname.filter(\.self) + isSurname.filter { !$0 }, "\(all)")
            let misspelt = try await simulated.result("schedule.lecturers", #"{"query":"Абромов"}"#)["items"].items
            #expect(misspelt.contains { $0["lastName"].text?.hasPrefix("Абрамов") == true }, "\(misspelt)")
        }

        @Test func `A group's lessons have times, rooms and lecturers, and appear in the lecturers' timetables`()
            async throws
        {
            let simulated = try await Instances.simulated.value
            let group = try await someGroup(simulated)
            let timetable = try await simulated.result("schedule.forGroup", #"{"group":"\#(group)"}"#)
            #expect(timetable["hasTimetable"] == .bool(true))
            let lessons = timetable["lessons"].items
            #expect(lessons.count > 5, "\(timetable)")
            let lesson = try #require(
                lessons.first { $0["lecturers"][0]["slug"].text != nil && $0["weeks"].items.isEmpty == false })
            #expect(lesson["typeName"].text != nil && lesson["typeAbbreviation"].text != nil, "\(lesson)")
            let slug = try #require(lesson["lecturers"][0]["slug"].text)
            let lecturer = try await simulated.result("schedule.forLecturer", #"{"lecturer":"\#(slug)"}"#)
            #expect(
                lecturer["lessons"].items.contains {
                    $0["subject"] == lesson["subject"] && $0["start"] == lesson["start"]
                        && $0["weekday"] == lesson["weekday"]
                        && $0["groups"].items.contains(.string(group))
                }, "\(lesson) \(lecturer)")
        }

        @Test func `The next lessons are in order, and a day has the lessons of its week`()
            async throws
        {
            let simulated = try await Instances.simulated.value
            let group = try await someGroup(simulated)
            let next = try await simulated.result("schedule.next", #"{"group":"\#(group)","limit":5}"#)
            let items = next["lessons"].items
            let starts = items.compactMap { $0["startsAt"].text }
            #expect(starts == starts.sorted() && starts.allSatisfy { $0 >= next["after"].text ?? "" }, "\(next)")
            // In the holidays, there is no lesson for months.
            guard let first = items.first, let date = first["date"].text else { return }
            let day = try await simulated.result("schedule.day", #"{"group":"\#(group)","date":"\#(date)"}"#)
            #expect(day["lessons"].items.contains(first), "\(day)")
            for item in day["lessons"].items where item["weeks"].items.isEmpty == false {
                #expect(item["weeks"].items.contains(day["week"]), "\(item)")
            }
        }

        @Test func `The week equals that of the university`() async throws {
            let simulated = try await Instances.simulated.value
            for (date, week) in [("2026-10-07", 2), ("2026-09-01", 1), ("2026-08-30", 4), ("2027-01-04", 3)] {
                let answer = try await simulated.result("schedule.week", #"{"date":"\#(date)"}"#)
                #expect(answer["week"].int == week, "\(answer)")
            }
        }

        @Test
        func `A group without a timetable is an answer, and an unknown group is an error`()
            async throws
        {
            let simulated = try await Instances.simulated.value
            let found = try await simulated.result("schedule.groups", #"{"query":"0891"}"#)
            let group = try #require(found["items"][0]["number"].text, "\(found)")
            let empty = try await simulated.result("schedule.forGroup", #"{"group":"\#(group)"}"#)
            #expect(empty["hasTimetable"] == .bool(false), "\(empty)")
            let unknown = try await simulated.call("schedule.forGroup", #"{"group":"999999"}"#)
            #expect(unknown["error"]["data"]["reason"] == .string("unknown-group"), "\(unknown)")
            #expect(try await simulated.call("schedule.forGroup", #"{"group":"../x"}"#)["error"]["code"].int == -32602)
        }

        @Test func `Part-time groups have lessons on single dates, and exams are listed separately`() async throws {
            let simulated = try await Instances.simulated.value
            let found = try await simulated.result("schedule.groups", #"{"query":"заочная"}"#)
            var seen = 0
            for item in found["items"].items.prefix(4) {
                guard let group = item["number"].text else { continue }
                let timetable = try await simulated.result("schedule.forGroup", #"{"group":"\#(group)"}"#)
                guard timetable["hasTimetable"] == .bool(true) else { continue }
                #expect(timetable["isPartTime"] == .bool(true))
                let lessons = timetable["lessons"].items
                #expect(
                    !lessons.isEmpty && lessons.allSatisfy { $0["date"] != .null && $0["kind"] == .string("lesson") })
                let exams = try await simulated.result("schedule.exams", #"{"group":"\#(group)"}"#)
                #expect(exams["lessons"].items.allSatisfy { $0["kind"] == .string("exam") }, "\(exams)")
                seen += 1
            }
            #expect(seen > 0, "\(found)")
        }

        /// Returns a lecture on Mondays as the university sends it, with its end and its list of weeks as JSON.
        private static func lecture(_ subject: String, end: String = "15:00", weeks: String = "[3]") -> String {
            """
            {"subject":"\(subject)","subjectFullName":"\(subject)","lessonTypeAbbrev":"ЛК","startLessonTime":"13:35",
            "endLessonTime":"\(end)","weekNumber":\(weeks),"numSubgroup":0,"auditories":["407-5 к."],
            "startLessonDate":"01.09.2026","endLessonDate":"26.12.2026","dateLesson":null,"announcement":false,
            "studentGroups":[],"employees":[]}
            """
        }

        /// Returns a group's timetable as the university sends it during the exams after a term, with a lecture in no
        /// week, one that ends before it begins, and one in week 3.
        private static func timetable(of group: String) -> String {
            let lectures = [lecture("NEVER", weeks: "[]"), lecture("TURNED", end: "13:00"), lecture("PLAIN")]
            return """
                {"startDate":"01.09.2026","endDate":"28.12.2026","startExamsDate":"29.12.2026",
                "endExamsDate":"25.01.2027","studentGroupDto":{"name":"\(group)"},"employeeDto":null,
                "schedules":{"Понедельник":[\(lectures.joined(separator: ","))]},"previousSchedules":null,"exams":[],
                "currentTerm":null,"previousTerm":"Осенний семестр","currentPeriod":"Сессия"}
                """
        }

        /// Returns an instance whose university has this timetable for each group.
        private func scripted() async throws -> ScriptedInstance {
            let scripted = try await Instances.scripted.value
            scripted.answer("/schedule") { .reply(200, Self.timetable(of: $0["studentGroup"] ?? "")) }
            return scripted
        }

        @Test func `A term has its own name during the exams after it, and its first timetable is no change`()
            async throws
        {
            let scripted = try await scripted()
            let wire = try await scripted.simulated.https()
            let timetable = try await scripted.simulated.get("/v1/schedule/groups/353502", over: wire)
            await wire.close()
            #expect(timetable["period"]["termName"] == .string("Осенний семестр"), "\(timetable)")
            #expect(timetable["hasTimetable"] == .bool(true) && timetable["changedAt"] == .null, "\(timetable)")
        }

        @Test func `A lecture in no week never takes place, and one that ends before it begins is over at once`()
            async throws
        {
            let scripted = try await scripted()
            let wire = try await scripted.simulated.https()
            func get(_ path: String) async throws -> JSON {
                try await scripted.simulated.get("/v1/schedule/\(path)", over: wire)
            }
            func subjects(_ lessons: JSON) -> [String] { lessons.items.compactMap { $0["subject"].text } }
            let timetable = try await get("groups/353501")
            #expect(subjects(timetable["lessons"]).sorted() == ["NEVER", "PLAIN", "TURNED"], "\(timetable)")
            for (date, taught) in [
                ("2026-09-07", []), ("2026-09-14", ["PLAIN", "TURNED"]), ("2026-09-21", []), ("2026-09-28", []),
            ] {
                let day = try await get("day?group=353501&date=\(date)")
                #expect(subjects(day["lessons"]) == taught && subjects(day["inactiveLessons"]) == [], "\(day)")
            }
            // Half an hour after the only end that can be.
            let next = try await get("next?group=353501&after=2026-09-14T12:30:00Z")
            #expect(next["currentLessons"].items.isEmpty, "\(next)")
            #expect(subjects(next["lessons"]).first == "PLAIN", "\(next)")
            #expect(!subjects(next["lessons"]).contains("NEVER"), "\(next)")
            await wire.close()
        }

        @Test func `A room's timetable has the lessons of groups, and a room with a lesson is not free`() async throws {
            let simulated = try await SimulatedInstance.start(
                arguments: ["--replicas", "schedule=2"],
                environment: [
                    "VOKOL_REFRESH_INTERVAL": "1h", "VOKOL_REFRESH_PARALLEL": "8", "VOKOL_REFRESH_PAUSE": "0s",
                    "VOKOL_BSUIR_RATE": "1000", "VOKOL_ROOMS_INTERVAL": "1s",
                ])
            let group = try await someGroup(simulated)
            let timetable = try await simulated.result("schedule.forGroup", #"{"group":"\#(group)"}"#)
            let lesson = try #require(
                timetable["lessons"].items.first { !$0["rooms"].items.isEmpty && !$0["weeks"].items.isEmpty })
            let room = lesson["rooms"][0].encoded
            // Before all timetables are read, lessons may be missing, and no room is known to be free.
            try await Processes.wait("the timetables of all groups and lecturers", limit: .seconds(240)) {
                let found = try await simulated.result("schedule.forRoom", #"{"room":\#(room)}"#)
                return found["coverage"]["isSufficient"] == .bool(true)
            }
            let found = try await simulated.result("schedule.forRoom", #"{"room":\#(room)}"#)
            let own = found["lessons"].items.filter { $0["groups"].items.contains(.string(group)) }
            #expect(
                own.contains {
                    $0["subject"] == lesson["subject"] && $0["start"] == lesson["start"]
                        && $0["weekday"] == lesson["weekday"] && $0["weeks"] == lesson["weeks"]
                }, "\(lesson) \(found)")
            #expect(found["lessons"].items.count > own.count)

            // The next days with lessons of the group, by the group's own timetable.
            let next = try await simulated.result("schedule.next", #"{"group":"\#(group)","limit":20}"#)
            var checked = 0
            for one in next["lessons"].items where one["kind"] == .string("lesson") {
                let rooms = one["rooms"].items.compactMap(\.text)
                guard !rooms.isEmpty, one["date"] != .null, one["start"] != .null else { continue }
                let time = #""date":\#(one["date"].encoded),"from":\#(one["start"].encoded)"#
                let free = try await simulated.result("schedule.freeRooms", "{\(time)}")
                guard free["coverage"]["isSufficient"] == .bool(true) else { continue }
                let names = free["items"].items.compactMap { $0["room"]["name"].text }
                #expect(!names.isEmpty && Set(names).isDisjoint(with: rooms), "\(one) \(names)")
                checked += 1
            }
            // In the holidays, no timetable is published.
            #expect(checked > 0 || next["lessons"].items.isEmpty)
            let unknown = try await simulated.call("schedule.forRoom", #"{"room":"0-0 к."}"#)
            #expect(unknown["error"]["data"]["reason"] == .string("unknown-room"), "\(unknown)")
            _ = try await simulated.instance.stop(removing: true)
        }

        @Test func `A calendar feed is read without signing in, keeps its events' ids, and ends when it is revoked`()
            async throws
        {
            let simulated = try await Instances.simulated.value
            let wire = try await simulated.https()
            let group = try await someGroup(simulated)
            let added = try await simulated.result("schedule.addCalendar", #"{"group":"\#(group)"}"#)
            let path = try #require(added["path"].text, "\(added)")
            func lines(_ start: String, of body: String) -> [Substring] {
                body.replacing("\r\n", with: "\n").split(separator: "\n").filter { $0.hasPrefix(start) }
            }
            let feed = try #require(try await wire.get(path))
            #expect(feed.status == 200 && feed.fields["content-type"]?.hasPrefix("text/calendar") == true)
            let ids = lines("UID:", of: feed.body)
            #expect(!ids.isEmpty && ids.count == lines("BEGIN:VEVENT", of: feed.body).count, "\(feed.body)")
            let starts = lines("DTSTART", of: feed.body)
            #expect(starts.contains { $0.hasPrefix("DTSTART;TZID=Europe/Minsk:") }, "\(starts)")
            #expect(lines("UID:", of: try #require(try await wire.get(path)).body) == ids)
            let other = path.replacing("/v1/calendars/", with: "").prefix(42)
            #expect(try await wire.get("/v1/calendars/\(other)_.ics")?.status == 404)
            _ = try await simulated.call("schedule.removeCalendar", #"{"id":\#(added["calendar"]["id"].encoded)}"#)
            #expect(try await wire.get(path)?.status == 404)
            await wire.close()
        }

        @Test func `Favourites belong to one account, and can be pinned and removed`() async throws {
            let simulated = try await Instances.simulated.value
            let group = try await someGroup(simulated)
            let guest = try await Guest.register(at: simulated.instance)
            let client = try HTTPSClient(simulated.instance)
            let found = try await simulated.result("schedule.lecturers", #"{"query":"Абрамов"}"#)
            let slug = try #require(found["items"][0]["slug"].text)
            let first = try await client.call("schedule.addFavourite", #"{"group":"\#(group)"}"#, token: guest.token)
            let second = try await client.call(
                "schedule.addFavourite", #"{"lecturer":"\#(slug)","isPinned":true}"#, token: guest.token)
            #expect(first["error"] == .null && second["error"] == .null, "\(first) \(second)")
            let all = try await client.call("schedule.favourites", token: guest.token)["result"]["items"].items
            #expect(all.map { $0["id"] } == [second["result"]["id"], first["result"]["id"]], "\(all)")
            #expect(all[0]["isPinned"] == .bool(true) && all[1]["isPinned"] == .bool(false))
            #expect(try await simulated.result("schedule.favourites")["items"].items.isEmpty)
            let id = try #require(first["result"]["id"].text)
            let removed = try await client.call("schedule.removeFavourite", #"{"id":"\#(id)"}"#, token: guest.token)
            #expect(removed["error"] == .null)
            #expect(
                try await client.call("schedule.favourites", token: guest.token)["result"]["items"].items.count == 1)
            await client.close()
        }
    }
}
