import Contract
import Contracts
import NIOCore

#if canImport(Gateway)
    @testable import Gateway
#endif

/// The invariants of event streams for any request and any course of changes, checked by tests and the fuzzer.
///
/// The first line of the bytes is the target of a request. Each byte after it is a step of the stream.
enum EventOracle {
    /// Returns the invariant that the bytes break, or `nil`.
    static func violatedInvariant(_ bytes: [UInt8]) -> String? {
        let target = Array(bytes.prefix { $0 != UInt8(ascii: "\n") })
        guard let topics = topics(of: target) else { return nil }
        if let unsafe = topics.first(where: { !isPlain($0) }) { return "a topic needs escapes: \(unsafe)" }
        var course = EventCourse(topics: topics)
        for step in bytes.dropFirst(target.count + 1).prefix(512) {
            if let broken = course.take(step) { return broken }
        }
        return course.end()
    }

    /// Returns the topics of a request if all are known, as ``TopicTable`` reads them.
    private static func topics(of target: [UInt8]) -> [String]? {
        let list = target.withUnsafeBytes { target in
            Result { () throws(TopicsQuery.Fault) in try TopicsQuery.list(in: target) }
        }
        guard case .success(let text) = list else { return nil }
        let topics = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        return topics.allSatisfy { topic in Methods.topics.contains { $0.isNamed(by: topic) } } ? topics : nil
    }

    /// Returns true for a text that is the same in JSON and in a line of an event stream.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }
}

/// A stream beside what its client knows.
private struct EventCourse {
    private static let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)

    let topics: [String]
    private var stream = EventStream(at: Self.start)
    private var format = EventFormat.serverSent(nextID: 0)
    private var reader = EventReader()
    private var expected: [EventReader.Received] = []
    private var now = Self.start
    private var lastNews: NIODeadline?
    private var isReading = true
    private var version: Int64 = 0
    /// The changes that the client has not learned of, by topic, with their versions.
    private var owed: [String: Int64] = [:]
    private var owesResync = false

    init(topics: [String]) {
        self.topics = topics
        write(.ready)
    }

    /// Takes a step: a change, a lost hint, a pause, or a client that stops or starts to read.
    mutating func take(_ step: UInt8) -> String? {
        switch step & 7 {
        case 0, 1, 2:
            version += 1
            let topic = topics[Int(step >> 3) % topics.count]
            owed[topic] = version
            _ = stream.changed(topic, version: version)
        case 3:
            owesResync = true
            stream.resync()
        case 4: isReading.toggle()
        default: now = now + .milliseconds(Int64(step) * 8)
        }
        return due()
    }

    /// Lets the client read the rest; it must then know of every change.
    mutating func end() -> String? {
        isReading = true
        now = now + .seconds(1)
        if let broken = due() { return broken }
        return owed.isEmpty && !owesResync ? nil : "a change is never told"
    }

    private mutating func due() -> String? {
        let events = stream.due(at: now, isReading: isReading)
        guard isReading || events.isEmpty else { return "an event for a client that does not read" }
        guard events.count <= EventStream.Limits().waiting else { return "too many events at once" }
        if events.contains(where: { $0 != .alive }) {
            if let lastNews, now < lastNews + EventStream.Limits().spacing { return "events without a pause" }
            lastNews = now
        }
        for event in events {
            write(event)
            switch event {
            case .changed(let topic, let version):
                guard owed[topic] == version else { return "a change that did not happen" }
                owed[topic] = nil
            case .resync: (owed, owesResync) = ([:], false)
            case .ready, .alive: break
            }
        }
        return reader.received == expected ? nil : "a client reads something else"
    }

    private mutating func write(_ event: EventStream.Event) {
        var out = ByteBuffer()
        let id = expected.count
        format.write(event, into: &out)
        reader.feed(Array(out.readableBytesView))
        switch event {
        case .alive: return
        case .ready, .resync: expected.append(.init(id: "\(id)", kind: event.kind.rawValue, data: "{}"))
        case .changed(let topic, let version):
            let data = "{\"topic\":\"\(topic)\",\"version\":\(version)}"
            expected.append(.init(id: "\(id)", kind: event.kind.rawValue, data: data))
        }
    }
}

/// A client's reader of server-sent events, as the HTML standard describes it (§9.2.6).
private struct EventReader {
    struct Received: Equatable {
        var id: String
        var kind: String
        var data: String
    }

    private(set) var received: [Received] = []
    private var line: [UInt8] = []
    private var hasReturned = false
    private var id = ""
    private var kind = ""
    private var data: [String] = []

    mutating func feed(_ bytes: [UInt8]) {
        for byte in bytes {
            defer { hasReturned = byte == 0x0D }
            switch byte {
            case 0x0A where hasReturned: break
            case 0x0A, 0x0D:
                take(String(decoding: line, as: UTF8.self))
                line = []
            default: line.append(byte)
            }
        }
    }

    private mutating func take(_ line: String) {
        guard !line.isEmpty else { return dispatch() }
        guard !line.hasPrefix(":") else { return }
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count < 2 ? "" : String(parts[1].first == " " ? parts[1].dropFirst() : parts[1])
        switch parts[0] {
        case "event": kind = value
        case "data": data.append(value)
        case "id": id = value
        default: break
        }
    }

    private mutating func dispatch() {
        defer { (kind, data) = ("", []) }
        guard !data.isEmpty else { return }
        received.append(Received(id: id, kind: kind.isEmpty ? "message" : kind, data: data.joined(separator: "\n")))
    }
}
