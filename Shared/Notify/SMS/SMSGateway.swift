import Contract
import HTTP
public import NIOCore
import NIOHTTP1
import Values
import Wire

/// Sends SMS through a provider's HTTPS interface.
public struct SMSGateway: MessageSender {
    /// The format of a request body.
    public enum Body: String, Sendable, CaseIterable {
        /// `application/x-www-form-urlencoded`.
        case form
        /// One JSON object of strings.
        case json
    }

    /// The authentication of our account.
    public enum Authorization: Sendable {
        /// By fields of the body, or none.
        case none
        case basic(user: String, password: String)
        case bearer(token: String)
    }

    /// The way to ask a provider about a message whose outcome is unknown.
    public enum Inquiry: Sendable {
        /// The provider cannot be asked, and such a message is not sent again.
        case none
        /// A GET of this address, where `{id}` is the message's id: 2xx if the provider has the message, 404 if not.
        case byID(String)
        /// A GET of this address, where `{to}` is the phone number: returns a JSON object whose member `messages` lists
        /// the messages sent to it, each with its text as `body`.
        case byText(String)
    }

    /// The address of a provider and the format of its requests.
    public struct Configuration: Sendable {
        /// The address to which messages are posted.
        public var url: String
        public var body = Body.form
        public var authorization = Authorization.none
        /// The fields of the body.
        ///
        /// In their values, `{to}` stands for the phone number with `+`, `{number}` for the number without it, and
        /// `{text}` and `{id}` for the message's text and id.
        public var fields: [(name: String, value: String)]
        /// The member that an answer contains if the message was accepted; `nil` if the status alone decides.
        public var acceptedMember: String?
        public var inquiry = Inquiry.none
        /// A PEM file with the authority of the provider's certificate; `nil` to use the system's authorities.
        public var authorityFile: String?

        public init(url: String, fields: [(name: String, value: String)]) {
            self.url = url
            self.fields = fields
        }
    }

    /// The maximum number of bytes read of an answer.
    private static let maximumAnswer = 256 * 1024

    private let configuration: Configuration
    private let address: HTTPAddress
    private let client: HTTPClient

    /// Creates a sender for a provider.
    ///
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
            // One connection per message suffices for a few messages a second; the attempt's limit includes it.
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
        try judge(await response(to: request, within: delivery.limit))
    }

    private func judge(_ response: HTTPResponse) throws(DeliveryFailure) {
        switch response.status {
        case 200...299:
            guard let member = configuration.acceptedMember else { return }
            let answer = try? JSONCoding.decode(Members.self, from: response.body, unknownMembers: .ignored)
            if answer?.names.contains(member) == true { return }
            if answer?.names.contains("error") == true {
                throw DeliveryFailure(.permanent, "SMS gateway refused the message")
            }
            throw DeliveryFailure(.unknown, "SMS gateway sent an unexpected answer")
        case 408, 425, 429, 503: throw DeliveryFailure(.transient, "SMS gateway answered \(response.status)")
        case 500...599: throw DeliveryFailure(.unknown, "SMS gateway answered \(response.status)")
        default: throw DeliveryFailure(.permanent, "SMS gateway answered \(response.status)")
        }
    }

    public func earlierOutcome(of delivery: Delivery) async throws(DeliveryFailure) -> EarlierOutcome {
        let template: String
        switch configuration.inquiry {
        case .none: return .unrepeatable
        case .byID(let text), .byText(let text): template = text
        }
        let url = Self.filled(
            template,
            [
                "id": delivery.id.text, "to": PercentEncoding.encoded(delivery.message.recipient),
            ])
        guard let address = HTTPAddress(url) else { throw DeliveryFailure(.permanent, "SMS gateway cannot be asked") }
        let response = try await response(
            to: HTTPRequest(.GET, address, headers: headers), within: delivery.limit)
        switch (configuration.inquiry, response.status) {
        case (.byID, 200...299): return .accepted
        case (.byID, 404): return .notAccepted
        case (.byText, 200...299):
            guard let sent = try? JSONCoding.decode(SentMessages.self, from: response.body, unknownMembers: .ignored)
            else {
                throw DeliveryFailure(.unknown, "SMS gateway sent an unexpected answer")
            }
            return sent.messages.contains { $0.body == delivery.message.text } ? .accepted : .notAccepted
        default: throw DeliveryFailure(.unknown, "SMS gateway answered \(response.status)")
        }
    }

    private func response(to request: HTTPRequest, within limit: Duration) async throws(DeliveryFailure) -> HTTPResponse
    {
        do throws(HTTPFailure) {
            return try await client.response(
                to: request, within: HTTPLimits(time: limit, maximumBytes: Self.maximumAnswer))
        } catch {
            // A message is safe to send again only if the provider cannot have received it.
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

    /// Replaces each `{name}` in a template by its value, in a single pass: names within values are not replaced.
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

/// The names of those members of an object that are not null.
private struct Members: Decodable {
    var names: Set<String>

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        names = []
        for name in members.allKeys where try !members.decodeNil(forKey: name) { names.insert(name.stringValue) }
    }
}

/// The provider's list of sent messages.
private struct SentMessages: Decodable {
    struct Message: Decodable { var body: String }
    var messages: [Message]
}
