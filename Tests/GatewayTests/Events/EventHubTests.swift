import Contract
import Testing

@testable import Gateway

@Suite struct EventHubTests {
    private final class Listener: EventListener {
        var news: [String] = []
        func changed(_ topic: String, version: Int64) { news.append("\(topic) \(version)") }
        func resync() { news.append("resync") }
    }

    private static let bookings = "bookings"

    private static func watch(
        _ topics: EventHub.WatchedTopic..., of services: Set<ServiceName> = [.booking]
    ) -> EventHub.Watch {
        EventHub.Watch(topics: topics, services: services)
    }

    @Test func `A hint reaches the listeners of its topic only, and the last of several covers the others`() {
        let hub = EventHub()
        let (monday, tuesday) = (Listener(), Listener())
        hub.add(monday, watching: Self.watch(.init(topic: "slots:1")))
        hub.add(tuesday, watching: Self.watch(.init(topic: "slots:2")))
        hub.deliver(
            .hints([
                Hint(topic: "slots:1", version: 5), Hint(topic: "slots:3", version: 6),
                Hint(topic: "slots:1", version: 7),
            ]))
        #expect(monday.news == ["slots:1 7"])
        #expect(tuesday.news == [])
    }

    @Test func `A hint about an account reaches its own listeners and those of all accounts`() {
        let hub = EventHub()
        let (ada, bob, staff) = (Listener(), Listener(), Listener())
        hub.add(ada, watching: Self.watch(.init(topic: Self.bookings, subject: "ada")))
        hub.add(bob, watching: Self.watch(.init(topic: Self.bookings, subject: "bob")))
        hub.add(staff, watching: Self.watch(.init(topic: Self.bookings)))
        hub.deliver(.hints([Hint(topic: Self.bookings, subject: "ada", version: 1)]))
        hub.deliver(.hints([Hint(topic: Self.bookings, version: 2)]))
        #expect(ada.news == ["bookings 1"])
        #expect(bob.news == [])
        #expect(staff.news == ["bookings 1", "bookings 2"])
    }

    @Test func `A gap of a service reaches the listeners of its topics once, and nothing a removed one`() {
        let hub = EventHub()
        let (ada, bob, student) = (Listener(), Listener(), Listener())
        let topics = Self.watch(.init(topic: "slots:1"), .init(topic: Self.bookings, subject: "ada"))
        hub.add(ada, watching: topics)
        hub.add(bob, watching: Self.watch(.init(topic: "slots:1"), of: [.booking, .schedule]))
        hub.add(student, watching: Self.watch(.init(topic: "timetable:353501"), of: [.schedule]))
        hub.deliver(.resync(.booking))
        hub.remove(ada, watching: topics)
        hub.deliver(.resync(.booking))
        hub.deliver(
            .hints([
                Hint(topic: "slots:1", version: 1), Hint(topic: Self.bookings, subject: "ada", version: 1),
            ]))
        #expect(ada.news == ["resync"])
        #expect(bob.news == ["resync", "resync", "slots:1 1"])
        #expect(student.news == [])
        #expect(hub.count == 2)
    }
}
