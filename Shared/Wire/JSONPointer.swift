/// JSON Pointers (RFC 6901).
public enum JSONPointer {
    /// Returns the pointer for a decoder's path.
    public static func text(_ path: [any CodingKey]) -> String {
        path.reduce("") { appending($1.stringValue, to: $0) }
    }

    /// Appends a member's name to a pointer.
    public static func appending(_ name: String, to pointer: String) -> String {
        var text = pointer + "/"
        for scalar in name.unicodeScalars {
            switch scalar {
            case "~": text += "~0"
            case "/": text += "~1"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
