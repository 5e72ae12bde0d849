import Contract
import HTTP
import VokolClient
import Wire

/// A subscription, on a line connection of its own.
final class LineEventSubscription: EventSubscription {
    /// The parameters of `rpc.event`.
    struct Notice: Decodable {
        var event: String
        var topic: String?
        var version: Int64?
    }

    private struct Topics: Encodable { var topics: [String] }

    private let transport: LineTransport
    private let inbox: EventInbox

    /// Subscribes to topics over a connection whose events arrive in `inbox`.
    ///
    /// - Throws: ``Problem`` if the server refuses; ``TransportFailure`` if there is no answer.
    init(_ topics: [String], token: String?, over transport: LineTransport, _ inbox: EventInbox) async throws {
        (self.transport, self.inbox) = (transport, inbox)
        var request = CallRequest(
            method: "rpc.subscribe", params: try JSONCoding.encode(Topics(topics: topics)),
            timeout: EventSilence.limit)
        request.token = token
        try Problem.check(try await transport.answer(to: request))
        inbox.receive(.ready)
    }

    deinit { transport.shutDown() }

    func next() async throws(TransportFailure) -> StreamEvent? { try await inbox.next() }

    func close() {
        inbox.end(nil)
        transport.shutDown()
    }

    /// Returns the receiver of a connection's events.
    static func receiver(of inbox: EventInbox) -> LineClientHandler.Receiver {
        { news in
            switch news {
            case .closed(let reason): inbox.end(TransportFailure(HTTPFailure(reason, mayHaveBeenSent: true)))
            case .event(let notice):
                switch EventKind(rawValue: notice.event) {
                case .changed:
                    guard let topic = notice.topic, let version = notice.version else { return }
                    inbox.receive(.changed(topic: topic, version: version))
                case .resync: inbox.receive(.resync)
                case .ended: inbox.end(nil)
                case .ready, .alive, nil: break
                }
            }
        }
    }
}
