import Contract
import Testing

@testable import Gateway

@Suite struct EventHubTests {
    private final class Listener: EventListener {
        var news: [String?] = []
        func changed(_ topic: String?) { news.append(topic) }
    }

    private static let bookings = "bookings"

    @Test func `A hint reaches the listeners of its topic only`() {
        let hub = EventHub()
        let (monday, tuesday) = (Listener(), Listener())
        hub.add(monday, watching: [.init(topic: "slots:1")])
        hub.add(tuesday, watching: [.init(topic: "slots:2")])
        hub.deliver(.hints([Hint(topic: "slots:1"), Hint(topic: "slots:3"), Hint(topic: "slots:1")]))
        #expect(monday.news == ["slots:1"])
        #expect(tuesday.news == [])
    }

    @Test func `A hint about an account reaches its own listeners and those of all accounts`() {
        let hub = EventHub()
        let (ada, bob, staff) = (Listener(), Listener(), Listener())
        hub.add(ada, watching: [.init(topic: Self.bookings, subject: "ada")])
        hub.add(bob, watching: [.init(topic: Self.bookings, subject: "bob")])
        hub.add(staff, watching: [.init(topic: Self.bookings)])
        hub.deliver(.hints([Hint(topic: Self.bookings, subject: "ada")]))
        hub.deliver(.hints([Hint(topic: Self.bookings)]))
        #expect(ada.news == [Self.bookings])
        #expect(bob.news == [])
        #expect(staff.news == [Self.bookings, Self.bookings])
    }

    @Test func `Everything reaches every listener once, and nothing a removed one`() {
        let hub = EventHub()
        let (ada, bob) = (Listener(), Listener())
        let topics: [EventHub.WatchedTopic] = [.init(topic: "slots:1"), .init(topic: Self.bookings, subject: "ada")]
        hub.add(ada, watching: topics)
        hub.add(bob, watching: [.init(topic: "slots:1")])
        hub.deliver(.everything)
        hub.remove(ada, watching: topics)
        hub.deliver(.everything)
        hub.deliver(.hints([Hint(topic: "slots:1"), Hint(topic: Self.bookings, subject: "ada")]))
        #expect(ada.news == [nil])
        #expect(bob.news == [nil, nil, "slots:1"])
        #expect(hub.count == 1)
    }
}
