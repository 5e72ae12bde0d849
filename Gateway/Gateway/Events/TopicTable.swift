import Contract
import Contracts
import RPC
import Values

/// The topics of the contract with their routes, which decide who may watch them.
struct TopicTable: Sendable {
    struct Entry: Sendable {
        let topic: EventTopic
        /// The route of the topic's method.
        let route: Route
        /// The route whose callers receive the events of all accounts; `nil` if events belong to no account.
        let allAccounts: Route?
    }

    /// A topic of a request.
    struct Request: Sendable {
        /// The topic as sent, such as `slots:2026-11-23`.
        let text: String
        let entry: Entry
    }

    private let entries: [Entry]

    /// Builds the table.
    ///
    /// - Throws: ``RouteFault`` if a topic's method is no public method.
    init(_ topics: [EventTopic] = Methods.topics, routes: RouteTable) throws(RouteFault) {
        var entries: [Entry] = []
        for topic in topics {
            var allAccounts: Route?
            if case .account(let method) = topic.audience { allAccounts = try Self.route(of: method, in: routes) }
            entries.append(
                Entry(topic: topic, route: try Self.route(of: topic.method, in: routes), allAccounts: allAccounts))
        }
        self.entries = entries
    }

    private static func route(of method: any Method.Type, in routes: RouteTable) throws(RouteFault) -> Route {
        let name = method.declaration.name
        guard let route = routes.routes.first(where: { $0.declaration.name == name }) else {
            throw RouteFault("\(name) of a topic is no public method")
        }
        return route
    }

    /// Reads the parameter `topics`: names separated by commas.
    ///
    /// - Throws: `invalid-params`.
    func read(_ list: String) throws(RPCError) -> [Request] {
        var requests: [Request] = []
        for text in list.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            guard let entry = entries.first(where: { $0.topic.isNamed(by: text) }) else {
                throw RPCError(.unknownValue(allowed: entries.map(\.topic.form)), at: Self.pointer)
            }
            guard !requests.contains(where: { $0.text == text }) else { throw RPCError(.unique, at: Self.pointer) }
            guard requests.count < EventRules.maximumTopics else {
                throw RPCError(.tooMany(maximum: EventRules.maximumTopics), at: Self.pointer)
            }
            requests.append(Request(text: text, entry: entry))
        }
        return requests
    }

    /// The pointer to the parameter.
    static let pointer = "/topics"
}
