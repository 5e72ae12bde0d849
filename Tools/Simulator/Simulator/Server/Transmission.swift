/// The steps that send an answer.
struct Transmission: Sendable {
    enum Step: Sendable, Equatable {
        case bytes([UInt8])
        case wait(milliseconds: Int)
        /// Send bytes at a limited rate.
        case drip([UInt8], bytesPerSecond: Int)
        /// Send a chunked body of this size, generated during sending.
        case flood(bytes: Int)
        /// Send a chunked body that never ends.
        case endless
        /// Send nothing more, but keep the connection open.
        case silence
        /// Close the connection in the normal way.
        case close
        /// Reset the connection.
        case reset
    }

    var steps: [Step]
    /// True if the connection stays open for further requests.
    var keepsConnection: Bool

    /// Creates the steps that send a normal answer: its head, then its body.
    init(_ answer: Answer, body: [UInt8], isHead: Bool = false, keepsConnection: Bool) {
        let head = Self.head(answer, framing: .length(body.count), keepsConnection: keepsConnection)
        steps = [.bytes(isHead ? head : head + body)]
        if !keepsConnection { steps.append(.close) }
        self.keepsConnection = keepsConnection
    }

    init(_ steps: [Step]) {
        self.steps = steps
        keepsConnection = false
    }

    /// The way in which the length of a body is indicated.
    enum Framing {
        case length(Int)
        case chunked
    }

    /// Returns the status line and the header fields.
    static func head(_ answer: Answer, framing: Framing, keepsConnection: Bool) -> [UInt8] {
        var text = "HTTP/1.1 \(answer.status) \(reason(answer.status))\r\nX-Vokol-Simulator: 1\r\n"
        if let type = answer.type { text += "Content-Type: \(type)\r\n" }
        for (name, value) in answer.headers { text += "\(name): \(value)\r\n" }
        // Answers with these statuses never have a body.
        if answer.status != 204, answer.status != 304 {
            switch framing {
            case .length(let length): text += "Content-Length: \(length)\r\n"
            case .chunked: text += "Transfer-Encoding: chunked\r\n"
            }
        }
        text += "Connection: \(keepsConnection ? "keep-alive" : "close")\r\n\r\n"
        return Array(text.utf8)
    }

    private static func reason(_ status: Int) -> String {
        switch status {
        case 200: "OK"
        case 201: "Created"
        case 204: "No Content"
        case 302: "Found"
        case 304: "Not Modified"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 429: "Too Many Requests"
        case 500: "Internal Server Error"
        case 502: "Bad Gateway"
        case 503: "Service Unavailable"
        case 504: "Gateway Timeout"
        default: "Status"
        }
    }
}
