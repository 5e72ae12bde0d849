/// JSON Pointers (RFC 6901).
enum JSONPointer {
    /// Appends a member's name to a pointer.
    static func appending(_ name: String, to pointer: String) -> String {
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
