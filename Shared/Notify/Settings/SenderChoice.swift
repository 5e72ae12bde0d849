public import NIOCore

/// The means by which a service sends messages.
public enum SenderChoice: Sendable {
    /// Printed to standard error.
    case console
    /// Appended to a file.
    case file(path: String)
    /// Submitted to a mail server.
    case smtp(SMTPConfiguration)
    /// Passed to an SMS provider.
    case smsGateway(SMSGateway.Configuration)

    /// Creates the sender.
    ///
    /// - Parameter isDevelopment: true if messages may be displayed instead of sent.
    /// - Throws: ``SenderFault`` if the choice is unusable, or would reveal people's codes outside development.
    public func makeSender(
        isDevelopment: Bool, group: any EventLoopGroup
    ) throws(SenderFault) -> any MessageSender {
        switch self {
        case .console, .file:
            guard isDevelopment else {
                throw SenderFault("shows messages instead of sending them; set notify.development=true to allow that")
            }
            if case .file(let path) = self { return FileSender(path: path) }
            return ConsoleSender()
        case .smtp(let configuration): return try SMTPSender(configuration, group: group)
        case .smsGateway(let configuration): return try SMSGateway(configuration, group: group)
        }
    }
}
