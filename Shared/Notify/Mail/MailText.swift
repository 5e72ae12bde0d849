import Values

/// A message as mail (RFC 5322), safe from header injection and with its body in base64.
struct MailText {
    /// The bytes of the mail, with lines ending in CRLF.
    ///
    /// No line begins with a dot, because neither header names nor base64 do, so SMTP needs no dot stuffing.
    let bytes: [UInt8]

    /// Encodes a message as mail.
    ///
    /// - Throws: a permanent failure if an address or the subject contains control characters.
    init(_ delivery: Delivery, from sender: MailAddress) throws(DeliveryFailure) {
        let message = delivery.message
        let recipient = MailAddress(name: nil, address: message.recipient)
        guard recipient.isSafe, sender.isSafe, MailAddress.isPlain(message.subject) else {
            throw DeliveryFailure(.permanent, "control characters in a mail header")
        }
        var text = "From: \(sender.header)\r\n"
        text += "To: \(recipient.header)\r\n"
        text += "Subject: \(Self.encodedWords(message.subject))\r\n"
        text += "Date: \(InternetDate.mail(delivery.at))\r\n"
        text += "Message-ID: <\(delivery.id)@\(sender.domain)>\r\n"
        text += "MIME-Version: 1.0\r\n"
        text += "Content-Type: text/plain; charset=utf-8\r\n"
        text += "Content-Transfer-Encoding: base64\r\n"
        text += "Auto-Submitted: auto-generated\r\n\r\n"
        let body = message.text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
        let encoded = Array(Base64.encode(Array(body.utf8)).utf8)
        for start in stride(from: 0, to: encoded.count, by: 76) {
            text += String(decoding: encoded[start..<min(start + 76, encoded.count)], as: UTF8.self) + "\r\n"
        }
        bytes = Array(text.utf8)
    }

    /// Encodes header text: short ASCII stays unchanged; other text becomes encoded words (RFC 2047) of at most 68
    /// characters, one per line, split between characters.
    static func encodedWords(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !text.contains("=?")
        return isPlain && text.utf8.count <= 60 ? text : encoded(text)
    }

    static func encoded(_ text: String) -> String {
        var words: [String] = []
        var chunk: [UInt8] = []
        func finish() {
            if !chunk.isEmpty { words.append("=?UTF-8?B?\(Base64.encode(chunk))?=") }
            chunk = []
        }
        for scalar in text.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            // 42 bytes become 56 base64 characters; with the 12 around them and the header's name, they fill a line.
            if chunk.count + bytes.count > 42 { finish() }
            chunk += bytes
        }
        finish()
        return words.joined(separator: "\r\n ")
    }
}
