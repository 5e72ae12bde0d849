/// The settings of a process as logged at the start.
///
/// A separate type tells the log handler not to redact by key: the declarations have already hidden the secrets.
struct SettingsInForce: Sendable, CustomStringConvertible {
    let values: [(name: String, value: String)]

    var description: String { values.map { "\($0.name)=\($0.value)" }.joined(separator: " ") }
}
