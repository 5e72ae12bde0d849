import Values

/// A message as mail (RFC 5322), safe from header injection, its body in base64.
struct MailText {
    /// The bytes, lines ending in CRLF.
    ///
    /// No line begins with a dot, as neither header names nor base64 do, so SMTP needs no dot stuffing.
    let bytes: [UInt8]

    /// Writes the mail.
    /// - Throws: a permanent failure if an address or the subject holds control characters.
    init(_ delivery: Delivery, from sender: MailAddress) throws(DeliveryFailure) {
        let message = delivery.message
        let recipient = MailAddress(name: nil, address: message.recipient)
        guard recipient.isSafe, sender.isSafe, MailAddress.isPlain(message.subject) else {
            throw DeliveryFailure(.permanent, "control characters in a mail header")
        }
        var text = "From: \(sender.header)\r\n"
        text += "To: \(recipient.header)\r\n"
        text += "Subject: \(Self.encodedWords(message.subject))\r\n"
        text += "Date: \(Self.date(delivery.at))\r\n"
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

    /// Header text: unchanged if it is short ASCII, otherwise encoded words (RFC 2047) of at most 68 characters, one a
    /// line, cut between characters.
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
            // 42 bytes make 56 characters of base64; with the 12 of the frame and the header's name that fills a line.
            if chunk.count + bytes.count > 42 { finish() }
            chunk += bytes
        }
        finish()
        return words.joined(separator: "\r\n ")
    }

    /// A date as headers write it, such as `Sat, 21 Nov 2026 06:40:00 +0000`.
    static func date(_ instant: Instant) -> String {
        let text = Array(instant.description.utf8)
        func field(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let month = Int(field(5..<7)).map { months[max(1, min(12, $0)) - 1] } ?? "Jan"
        // 1970-01-01 was a Thursday.
        let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let count = Int(instant.milliseconds / 86_400_000) - (instant.milliseconds % 86_400_000 < 0 ? 1 : 0)
        let day = days[((count % 7) + 7) % 7]
        return "\(day), \(field(8..<10)) \(month) \(field(0..<4)) \(field(11..<19)) +0000"
    }
}
