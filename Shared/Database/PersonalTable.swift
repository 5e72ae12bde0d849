/// A table that names people or holds something of them.
///
/// A service declares all of its tables of this kind, so that a new one is not forgotten when accounts are deleted.
public struct PersonalTable: Sendable {
    /// The rows of a deleted account.
    public enum End: Sendable {
        /// The rows are deleted.
        case deleted
        /// The rows stay without anything that names the person.
        case anonymized
        /// The rows hold ids alone, which mean nothing without the account.
        case identifiers
        /// The rows are deleted or emptied by age, after days at most.
        case expiring
        /// The rows stay until an administrator removes them, for a reason that the documentation gives.
        case kept
    }

    public var name: String
    public var end: End

    public init(_ name: String, _ end: End) {
        self.name = name
        self.end = end
    }
}
