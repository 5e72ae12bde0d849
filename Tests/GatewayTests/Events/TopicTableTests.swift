import Contract
import Contracts
import RPC
import Testing

@testable import Gateway

@Suite struct TopicTableTests {
    private func table() throws -> TopicTable { try TopicTable(routes: try RouteTable()) }

    private func rule(of list: String) throws -> String? {
        let table = try table()
        do throws(RPCError) {
            _ = try table.read(list)
            return nil
        } catch {
            #expect(error.code == .invalidParams)
            return error.faults.first?.rule
        }
    }

    @Test func `Topics are read in the order of the request`() throws {
        let topics = try table().read("slots:2026-11-23,bookings,timetable:s-nesterenkov,favourites")
        #expect(
            topics.map(\.text) == ["slots:2026-11-23", "bookings", "timetable:s-nesterenkov", "favourites"])
        #expect(
            topics.map(\.entry.route.declaration.name) == [
                "booking.slots", "booking.history", "schedule.forGroup", "schedule.favourites",
            ])
        #expect(topics.map { $0.entry.allAccounts?.declaration.name } == [nil, "booking.board", nil, nil])
        #expect(topics.map(\.entry.isOfAccount) == [false, true, false, true])
    }

    @Test(arguments: [
        "", ",", "slots", "slots:", "slots:today", "slots:2026-02-30", "slots:2026-11-23 ", "bookings:2026-11-23",
        "bookings,", "board", "Bookings", "timetable", "timetable:", "timetable: 353501", "timetable:A-B",
        "favourites:1",
    ])
    func `An unknown topic is refused`(list: String) throws {
        #expect(try rule(of: list) == "unknown-value")
    }

    @Test func `A topic given twice is refused, and so are more than sixteen`() throws {
        #expect(try rule(of: "bookings,bookings") == "unique")
        let days = (10..<27).map { "slots:2026-11-\($0)" }
        #expect(try rule(of: days.prefix(16).joined(separator: ",")) == nil)
        #expect(try rule(of: days.joined(separator: ",")) == "too-many")
        #expect(throws: RPCError.self) { _ = try table().read([String]()) }
    }

    @Test func `A topic of an account cannot have a method that needs no sign-in`() throws {
        let topics = [
            EventTopic("museum", method: Museums.Get.self, audience: .account(), summary: "A museum has changed")
        ]
        _ = try TopicTable(topics, routes: try RouteTable())
        #expect(throws: RouteFault.self) { try TopicTable(topics, routes: try RouteTable(openServices: [.museums])) }
    }

    @Test func `Every topic of the contract has a public method and an example that names it`() throws {
        for topic in Methods.topics {
            #expect(topic.isNamed(by: topic.example))
            #expect(try table().read(topic.example).count == 1)
            #expect(topic.example.utf8.count <= EventRules.maximumTopicLength)
        }
        let names = Methods.topics.map(\.name)
        #expect(Set(names).count == names.count)
    }
}
