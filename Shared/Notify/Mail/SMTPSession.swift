import Values

/// The submission of one mail (RFC 6409) as a state machine, which receives replies and returns commands.
struct SMTPSession {
    enum Action: Equatable {
        case send([UInt8])
        /// Switch to TLS before sending or reading anything else.
        case startTLS
        /// The server has accepted the mail.
        case accepted
        case fail(DeliveryFailure)
    }

    private enum State {
        case greeting, hello, startTLS, authenticate, userName, password, from, recipient, data, body, finished

        /// True if a rejection in this state is about the mail rather than the account or the connection.
        var concernsMail: Bool { [.from, .recipient, .data, .body].contains(self) }
    }

    private let mail: MailText
    private let recipient: MailAddress
    private let configuration: SMTPConfiguration
    /// True until the connection has switched from plaintext to TLS, if it has to.
    private var needsUpgrade: Bool
    private var extensions: [String] = []
    private var state = State.greeting

    init(mail: MailText, to recipient: MailAddress, _ configuration: SMTPConfiguration) {
        self.mail = mail
        self.recipient = recipient
        self.configuration = configuration
        needsUpgrade = configuration.security == .startTLS
    }

    /// Processes a reply of the server.
    mutating func received(_ reply: SMTPReply) -> [Action] {
        guard reply.isPositive else { return fail(reply) }
        switch (state, reply.code) {
        case (.greeting, 220):
            return hello()
        case (.hello, 250):
            extensions = reply.lines.dropFirst().map { $0.uppercased() }
            return needsUpgrade ? upgrade() : authenticate()
        case (.startTLS, 220):
            needsUpgrade = false
            // Extensions announced before TLS may have been forged.
            extensions = []
            return [.startTLS] + hello()
        case (.userName, 334):
            return command(Base64.encode(Array((configuration.credentials?.user ?? "").utf8)), then: .password)
        case (.password, 334):
            return command(Base64.encode(Array((configuration.credentials?.password ?? "").utf8)), then: .authenticate)
        case (.authenticate, 235):
            return mailFrom()
        case (.from, 250):
            return command("RCPT TO:<\(recipient.address)>", then: .recipient)
        case (.recipient, 250), (.recipient, 251):
            return command("DATA", then: .data)
        case (.data, 354):
            state = .body
            return [.send(mail.bytes + Array(".\r\n".utf8))]
        case (.body, 250):
            state = .finished
            return [.accepted, .send(Array("QUIT\r\n".utf8))]
        case (.finished, _):
            return []
        default:
            return fail(DeliveryFailure(.transient, "mail server answered \(reply.code) unexpectedly"))
        }
    }

    /// Records the end of the connection.
    mutating func closed() -> [Action] {
        state == .finished ? [] : fail(DeliveryFailure(.transient, "mail server closed the connection"))
    }

    private mutating func hello() -> [Action] { command("EHLO \(configuration.clientName)", then: .hello) }

    private mutating func upgrade() -> [Action] {
        guard extensions.contains("STARTTLS") else {
            return fail(DeliveryFailure(.transient, "mail server offers no STARTTLS"))
        }
        return command("STARTTLS", then: .startTLS)
    }

    private mutating func authenticate() -> [Action] {
        guard let credentials = configuration.credentials else { return mailFrom() }
        let offered = extensions.first { $0.hasPrefix("AUTH ") }?.split(separator: " ").dropFirst() ?? []
        if offered.contains("PLAIN") {
            let token = Base64.encode(Array("\0\(credentials.user)\0\(credentials.password)".utf8))
            return command("AUTH PLAIN \(token)", then: .authenticate)
        }
        if offered.contains("LOGIN") { return command("AUTH LOGIN", then: .userName) }
        return fail(DeliveryFailure(.transient, "mail server offers neither AUTH PLAIN nor AUTH LOGIN"))
    }

    private mutating func mailFrom() -> [Action] {
        let from = configuration.from
        let isInternational = from.isInternational || recipient.isInternational
        if isInternational, !extensions.contains("SMTPUTF8") {
            return fail(DeliveryFailure(.permanent, "mail server accepts no addresses beyond ASCII"))
        }
        return command("MAIL FROM:<\(from.address)>\(isInternational ? " SMTPUTF8" : "")", then: .from)
    }

    private mutating func command(_ line: String, then next: State) -> [Action] {
        state = next
        return [.send(Array((line + "\r\n").utf8))]
    }

    private mutating func fail(_ reply: SMTPReply) -> [Action] {
        guard state != .finished else { return [] }
        // A rejection before the mail is named is about our account or connection, which an operator can repair.
        let isPermanent = reply.code >= 500 && state.concernsMail
        return fail(DeliveryFailure(isPermanent ? .permanent : .transient, "mail server answered \(reply.code)"))
    }

    private mutating func fail(_ failure: DeliveryFailure) -> [Action] {
        state = .finished
        return [.fail(failure)]
    }
}
