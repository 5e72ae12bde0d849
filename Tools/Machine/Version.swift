/// The version that all programs share, because they are built and deployed together.
package enum Version {
    package static let text = "0.1.0"

    /// Returns true if this program is older than a version such as `1.10.2`.
    package static func isOlder(than other: String) -> Bool {
        func numbers(_ text: String) -> [Int] { text.split(separator: ".").map { Int($0) ?? 0 } }
        return numbers(text).lexicographicallyPrecedes(numbers(other))
    }
}
