import Platform

/// The mail server and the protocol options for it.
public struct SMTPConfiguration: Sendable {
    public var host: String
    public var port: Int
    public var security: SMTPSecurity
    /// The account at the server; `nil` if it requires no authentication.
    public var credentials: SMTPCredentials?
    /// The sender of the mails.
    public var from: MailAddress
    /// The host name in our greeting.
    public var clientName = "localhost"
    /// A PEM file with the authority of the server's certificate; `nil` to use the system's authorities.
    public var authorityFile: String?

    public init(
        host: String, port: Int, security: SMTPSecurity, credentials: SMTPCredentials?, from: MailAddress
    ) {
        self.host = host
        self.port = port
        self.security = security
        self.credentials = credentials
        self.from = from
    }

    /// Checks that the configuration exposes neither the password nor mail to eavesdroppers.
    func check() throws(SenderFault) {
        if security == .none, !Loopback.contains(host) || credentials != nil {
            throw SenderFault("a mail server without TLS must run on this machine and take no password")
        }
        guard from.isSafe else { throw SenderFault("the sender's address is not an e-mail address") }
        guard !clientName.isEmpty, clientName.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw SenderFault("the name for greeting mail servers must be a host name")
        }
    }
}

/// The user name and password at a mail server.
public struct SMTPCredentials: Sendable {
    public var user: String
    public var password: String

    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }
}

extension SMTPCredentials: CustomStringConvertible, CustomReflectable {
    public var description: String { "(credentials)" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The transport security of a connection to a mail server.
public enum SMTPSecurity: String, Sendable, CaseIterable {
    /// TLS from the first byte, usually on port 465.
    case tls
    /// TLS after the greeting, usually on port 587; without TLS nothing is sent.
    case startTLS = "starttls"
    /// No protection, for a server on this machine and without credentials.
    case none
}
