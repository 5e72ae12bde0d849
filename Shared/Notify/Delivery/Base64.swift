import Values

/// Base64 with the standard alphabet and padding (RFC 4648 §4).
enum Base64 {
    static func encode(_ bytes: some Collection<UInt8>) -> String {
        var text = ""
        for character in Base64URL.encode(bytes) {
            switch character {
            case "-": text += "+"
            case "_": text += "/"
            default: text.append(character)
            }
        }
        return text + String(repeating: "=", count: (3 - bytes.count % 3) % 3)
    }
}
