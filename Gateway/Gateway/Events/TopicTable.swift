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
        /// True if each event belongs to an account.
        let isOfAccount: Bool
        /// The route whose callers receive the events of all accounts; `nil` if there is none.
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
    /// - Throws: ``RouteFault`` if a topic's method is no public method, or an account's topic has one that needs no
    ///   sign-in.
    init(_ topics: [EventTopic] = Methods.topics, routes: RouteTable) throws(RouteFault) {
        var entries: [Entry] = []
        for topic in topics {
            let route = try Self.route(of: topic.method, in: routes)
            var (isOfAccount, allAccounts): (Bool, Route?) = (false, nil)
            if case .account(let method) = topic.audience {
                guard !route.isOpen else {
                    throw RouteFault("the topic \(topic.name) is an account's, but its method needs no sign-in")
                }
                isOfAccount = true
                if let method { allAccounts = try Self.route(of: method, in: routes) }
            }
            entries.append(Entry(topic: topic, route: route, isOfAccount: isOfAccount, allAccounts: allAccounts))
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
        try read(list.split(separator: ",", omittingEmptySubsequences: false).map(String.init))
    }

    /// Reads the parameter `topics` as a list, which is not empty.
    ///
    /// - Throws: `invalid-params`.
    func read(_ list: [String]) throws(RPCError) -> [Request] {
        guard !list.isEmpty else { throw RPCError(.required, at: Self.pointer) }
        var requests: [Request] = []
        for text in list {
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
