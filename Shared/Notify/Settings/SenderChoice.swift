public import NIOCore

/// Which way messages leave a service.
public enum SenderChoice: Sendable {
    /// Shown on standard error.
    case console
    /// Appended to a file.
    case file(path: String)
    /// Handed to a program like `sendmail`.
    case sendmail(program: String, from: MailAddress)
    /// Handed to a mail server.
    case smtp(SMTPSender.Configuration)
    /// Handed to a provider of short messages.
    case smsGateway(SMSGateway.Configuration)

    /// Makes the sender.
    /// - Parameter isDevelopment: whether messages may be shown instead of sent.
    /// - Throws: ``SenderFault`` if the choice cannot be used, or would show people's codes where it must not.
    public func makeSender(
        isDevelopment: Bool, group: any EventLoopGroup
    ) throws(SenderFault) -> any MessageSender {
        switch self {
        case .console, .file:
            guard isDevelopment else {
                throw SenderFault("messages are shown instead of sent: for development only, and must be allowed")
            }
            if case .file(let path) = self { return FileSender(path: path) }
            return ConsoleSender()
        case .sendmail(let program, let from): return try SendmailSender(program: program, from: from)
        case .smtp(let configuration): return try SMTPSender(configuration, group: group)
        case .smsGateway(let configuration): return try SMSGateway(configuration, group: group)
        }
    }
}
