#if canImport(HTTPParsing)
    @testable import HTTPParsing
#endif

/// A request as the readers parsed it.
struct SeenRequest: Equatable {
    var verb: RequestMethod
    var target: String
    var keepsAlive: Bool
    var body: [UInt8]
}

/// A reader of requests from bytes that arrive in pieces, used as in the gateway's handler.
struct RequestReader {
    static let maximumBodyBytes = 64 * 1024

    private var framer = HTTPHeadFramer(limit: 16 * 1024)
    private var head: (RequestHead, String)?
    private var body: HTTPBodyReader?
    private var collected: [UInt8] = []
    private(set) var requests: [SeenRequest] = []
    private(set) var fault: HTTPFault?

    /// True between two requests.
    var isBetweenRequests: Bool { head == nil && !framer.isInsideHead }

    mutating func feed(_ piece: some Sequence<UInt8>) {
        guard fault == nil else { return }
        do throws(HTTPFault) {
            try read(Array(piece))
        } catch {
            fault = error
        }
    }

    private mutating func read(_ piece: [UInt8]) throws(HTTPFault) {
        var position = 0
        while true {
            if body != nil {
                guard let event = try event(piece, &position) else { return }
                switch event {
                case .piece(let range): collected += piece[range]
                case .end: finish()
                }
            } else {
                let event = piece.withUnsafeBytes { framer.next(in: $0, from: &position) }
                switch event {
                case nil: return
                case .tooLarge: throw .headTooLarge
                case .head(let range): try begin(Array(piece[range]))
                case .joined: try begin(framer.takeJoined())
                }
            }
        }
    }

    private mutating func event(_ piece: [UInt8], _ position: inout Int) throws(HTTPFault) -> HTTPBodyReader.Event? {
        var result: Result<HTTPBodyReader.Event?, HTTPFault> = .success(nil)
        piece.withUnsafeBytes { bytes in
            do throws(HTTPFault) { result = .success(try body?.next(in: bytes, from: &position)) } catch {
                result = .failure(error)
            }
        }
        return try result.get()
    }

    private mutating func begin(_ bytes: [UInt8]) throws(HTTPFault) {
        let parsed = try Self.head(bytes)
        head = (parsed, String(decoding: bytes[parsed.target], as: UTF8.self))
        body = try HTTPBodyReader(parsed.framing, limit: Self.maximumBodyBytes)
        collected = []
    }

    private mutating func finish() {
        if let (head, target) = head {
            requests.append(
                SeenRequest(verb: head.method, target: target, keepsAlive: head.keepsAlive, body: collected))
        }
        (head, body) = (nil, nil)
    }

    static func head(_ bytes: [UInt8]) throws(HTTPFault) -> RequestHead {
        var result: Result<RequestHead, HTTPFault> = .failure(.field)
        bytes.withUnsafeBytes { bytes in
            do throws(HTTPFault) { result = .success(try RequestHead(bytes)) } catch { result = .failure(error) }
        }
        return try result.get()
    }
}
