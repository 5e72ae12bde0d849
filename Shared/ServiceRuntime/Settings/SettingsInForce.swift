/// The settings of a process, as logged at its start.
///
/// A type of its own tells the log handler not to redact by key, because secrets have already been hidden.
struct SettingsInForce: Sendable, CustomStringConvertible {
    let values: [(name: String, value: String)]

    var description: String { values.map { "\($0.name)=\($0.value)" }.joined(separator: " ") }
}
