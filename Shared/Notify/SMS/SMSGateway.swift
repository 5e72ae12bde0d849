import Contract
import HTTP
public import NIOCore
import NIOHTTP1
import Values
import Wire

/// Hands SMS to a provider over HTTPS.
public struct SMSGateway: MessageSender {
    /// The format of a request's body.
    public enum Body: String, Sendable, CaseIterable {
        /// `application/x-www-form-urlencoded`.
        case form
        /// One JSON object of strings.
        case json
    }

    /// The way to identify our account.
    public enum Authorization: Sendable {
        /// By members of the body, or not at all.
        case none
        case basic(user: String, password: String)
        case bearer(token: String)
    }

    /// The question whether a provider has a message whose sending had no known outcome.
    public enum Inquiry: Sendable {
        /// The provider cannot be asked: such a message is not sent again.
        case none
        /// A GET of this address, where `{id}` is the message's id: 2xx if the provider has it, 404 if not.
        case byID(String)
        /// A GET of this address, where `{to}` is the number: a JSON object whose member `messages` lists the messages
        /// sent to it, each with its text as `body`.
        case byText(String)
    }

    /// A provider's address and the form of its requests.
    public struct Configuration: Sendable {
        /// The address to which messages are posted.
        public var url: String
        public var body = Body.form
        public var authorization = Authorization.none
        /// The members of the body.
        ///
        /// In their values `{to}` stands for the number with `+`, `{number}` for the number without,
        /// `{text}` and `{id}` for the message's text and id.
        public var fields: [(name: String, value: String)]
        /// The member that an answer has if the message was accepted; `nil` if the status alone tells.
        public var acceptedMember: String?
        public var inquiry = Inquiry.none
        /// A PEM file with the authority of the provider's certificate; `nil` for the system's authorities.
        public var authorityFile: String?

        public init(url: String, fields: [(name: String, value: String)]) {
            self.url = url
            self.fields = fields
        }
    }

    /// The most bytes of an answer that are read.
    private static let maximumAnswer = 256 * 1024

    private let configuration: Configuration
    private let address: HTTPAddress
    private let client: HTTPClient

    /// Makes a sender for a provider.
    /// - Throws: ``SenderFault`` if the configuration is unsafe or unusable.
    public init(_ configuration: Configuration, group: any EventLoopGroup) throws(SenderFault) {
        address = try Self.address(configuration.url)
        switch configuration.inquiry {
        case .none: break
        case .byID(let template):
            _ = try Self.address(Self.filled(template, ["id": "0", "to": "0"]))
            guard configuration.fields.contains(where: { $0.value.contains("{id}") }) else {
                throw SenderFault("a provider that is asked by {id} must get {id} with the message")
            }
        case .byText(let template): _ = try Self.address(Self.filled(template, ["to": "0"]))
        }
        guard configuration.fields.contains(where: { $0.value.contains("{text}") }) else {
            throw SenderFault("one of the fields must hold {text}")
        }
        do {
            // A connection a message is enough for a few messages a second; an attempt's limit covers both.
            var settings = HTTPClient.Settings(trust: configuration.authorityFile.map { .only(file: $0) } ?? .system)
            settings.connectTime = .seconds(60)
            client = try HTTPClient(settings, group: group)
        } catch {
            throw SenderFault("the certificate authorities for SMS cannot be used")
        }
        self.configuration = configuration
    }

    private static func address(_ url: String) throws(SenderFault) -> HTTPAddress {
        guard let address = HTTPAddress(url) else { throw SenderFault("the SMS gateway's address is not a URL") }
        guard address.origin.isSecure || address.origin.isLoopback else {
            throw SenderFault("an SMS gateway on another machine must be reached by https")
        }
        return address
    }

    public func send(_ delivery: Delivery) async throws(DeliveryFailure) {
        let message = delivery.message
        let values = [
            "to": message.recipient, "number": String(message.recipient.drop { $0 == "+" }), "text": message.text,
            "id": delivery.id.text,
        ]
        let fields = configuration.fields.map { ($0.name, Self.filled($0.value, values)) }
        var request = HTTPRequest(.POST, address, headers: headers)
        switch configuration.body {
        case .form:
            request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
            let pairs = fields.map { PercentEncoding.encoded($0) + "=" + PercentEncoding.encoded($1) }
            request.body = Array(pairs.joined(separator: "&").utf8)
        case .json:
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = Array(JSONNode.object(fields.map { ($0, .string($1)) }).serialized().utf8)
        }
        try judge(await reply(to: request, within: delivery.limit))
    }

    private func judge(_ reply: HTTPReply) throws(DeliveryFailure) {
        switch reply.status {
        case 200...299:
            guard let member = configuration.acceptedMember else { return }
            let answer = try? JSONCoding.decode(Members.self, from: reply.body, unknownMembers: .ignored)
            if answer?.names.contains(member) == true { return }
            if answer?.names.contains("error") == true {
                throw DeliveryFailure(.permanent, "SMS gateway refused the message")
            }
            throw DeliveryFailure(.unknown, "SMS gateway sent an unexpected answer")
        case 408, 425, 429, 503: throw DeliveryFailure(.transient, "SMS gateway answered \(reply.status)")
        case 500...599: throw DeliveryFailure(.unknown, "SMS gateway answered \(reply.status)")
        default: throw DeliveryFailure(.permanent, "SMS gateway answered \(reply.status)")
        }
    }

    public func fate(of delivery: Delivery) async throws(DeliveryFailure) -> EarlierFate {
        let template: String
        switch configuration.inquiry {
        case .none: return .unknowable
        case .byID(let text), .byText(let text): template = text
        }
        let url = Self.filled(
            template,
            [
                "id": delivery.id.text, "to": PercentEncoding.encoded(delivery.message.recipient),
            ])
        guard let address = HTTPAddress(url) else { throw DeliveryFailure(.permanent, "SMS gateway cannot be asked") }
        let reply = try await reply(
            to: HTTPRequest(.GET, address, headers: headers), within: delivery.limit)
        switch (configuration.inquiry, reply.status) {
        case (.byID, 200...299): return .accepted
        case (.byID, 404): return .notAccepted
        case (.byText, 200...299):
            guard let sent = try? JSONCoding.decode(SentMessages.self, from: reply.body, unknownMembers: .ignored)
            else {
                throw DeliveryFailure(.unknown, "SMS gateway sent an unexpected answer")
            }
            return sent.messages.contains { $0.body == delivery.message.text } ? .accepted : .notAccepted
        default: throw DeliveryFailure(.unknown, "SMS gateway answered \(reply.status)")
        }
    }

    private func reply(to request: HTTPRequest, within limit: Duration) async throws(DeliveryFailure) -> HTTPReply {
        do throws(HTTPFailure) {
            return try await client.reply(
                to: request, within: HTTPLimits(time: limit, maximumBytes: Self.maximumAnswer))
        } catch {
            // Only what the provider cannot have seen is safe to send again.
            throw DeliveryFailure(
                error.mayHaveBeenSent ? .unknown : .transient, "SMS gateway gave no answer: \(error)")
        }
    }

    private var headers: HTTPHeaders {
        var headers: HTTPHeaders = ["Accept": "application/json", "User-Agent": "vokol"]
        switch configuration.authorization {
        case .none: break
        case .basic(let user, let password):
            headers.add(name: "Authorization", value: "Basic " + Base64.encode(Array("\(user):\(password)".utf8)))
        case .bearer(let token): headers.add(name: "Authorization", value: "Bearer \(token)")
        }
        return headers
    }

    /// Replaces each `{name}` of a template by its value, once: names inside values stay.
    static func filled(_ template: String, _ values: [String: String]) -> String {
        var result = ""
        var rest = template[...]
        while let open = rest.firstIndex(of: "{") {
            result += rest[..<open]
            rest = rest[open...]
            guard let close = rest.firstIndex(of: "}") else { break }
            let name = String(rest[rest.index(after: open)..<close])
            result += values[name] ?? String(rest[...close])
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }
}

/// The names of an object's members that are not null.
private struct Members: Decodable {
    var names: Set<String>

    private struct Name: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Name.self)
        names = []
        for name in members.allKeys where try !members.decodeNil(forKey: name) { names.insert(name.stringValue) }
    }
}

/// The messages that a provider has sent.
private struct SentMessages: Decodable {
    struct Message: Decodable { var body: String }
    var messages: [Message]
}
