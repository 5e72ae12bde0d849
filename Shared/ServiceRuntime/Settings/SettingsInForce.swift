/// The settings of a process as they are logged at start.
///
/// A type of its own, so that the log writes every value as it is: which of them are secret, and hidden already, the
/// declarations say, and not the words in their names.
struct SettingsInForce: Sendable, CustomStringConvertible {
    let values: [(name: String, value: String)]

    var description: String { values.map { "\($0.name)=\($0.value)" }.joined(separator: " ") }
}
