/// How an answer goes onto the connection.
struct Transmission: Sendable {
    enum Step: Sendable, Equatable {
        case bytes([UInt8])
        case wait(milliseconds: Int)
        /// Bytes at a rate.
        case drip([UInt8], bytesPerSecond: Int)
        /// So many bytes of a chunked body, produced as they are sent.
        case flood(bytes: Int)
        /// A chunked body without end.
        case endless
        /// Nothing more, ever; the connection stays open.
        case silence
        /// The end of the connection, in order.
        case close
        /// The end of the connection by a reset.
        case reset
    }

    var steps: [Step]
    /// Whether a further request may follow on the connection.
    var keepsConnection: Bool

    /// The plain one: head, then body.
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

    /// How the end of a body is told.
    enum Framing {
        case length(Int)
        case chunked
    }

    /// Status line and fields, in HTTP/1.1.
    static func head(_ answer: Answer, framing: Framing, keepsConnection: Bool) -> [UInt8] {
        var text = "HTTP/1.1 \(answer.status) \(reason(answer.status))\r\nX-Vokol-Simulator: 1\r\n"
        if let type = answer.type { text += "Content-Type: \(type)\r\n" }
        for (name, value) in answer.headers { text += "\(name): \(value)\r\n" }
        // Answers with these have no body by definition.
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
