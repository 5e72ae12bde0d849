/// The kinds of one-time codes, each with limits and a table of its own.
enum CodeKind: String, Sendable, CaseIterable {
    /// Codes by SMS.
    case sms
    /// Codes by mail that verify an address, for a new account or a change.
    case registration
    /// Codes by mail that reset a password.
    case reset
}
