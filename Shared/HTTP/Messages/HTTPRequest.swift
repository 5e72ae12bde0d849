public import NIOHTTP1

/// A request to send.
public struct HTTPRequest: Sendable {
    public var method: HTTPMethod
    public var address: HTTPAddress
    /// The header fields; the client adds `Host`, `Content-Length` and `Connection` itself.
    public var headers: HTTPHeaders
    public var body: [UInt8]

    public init(_ method: HTTPMethod, _ address: HTTPAddress, headers: HTTPHeaders = [:], body: [UInt8] = []) {
        (self.method, self.address, self.headers, self.body) = (method, address, headers, body)
    }

    /// Returns the head to write.
    ///
    /// - Parameter keepsConnection: true if further requests may follow on the connection.
    func head(keepsConnection: Bool) -> HTTPRequestHead {
        var headers = headers
        headers.replaceOrAdd(name: "Host", value: address.origin.authority)
        headers.remove(name: "Transfer-Encoding")
        headers.remove(name: "Content-Length")
        if !body.isEmpty || [.POST, .PUT, .PATCH].contains(method) {
            headers.add(name: "Content-Length", value: "\(body.count)")
        }
        headers.remove(name: "Connection")
        if !keepsConnection { headers.add(name: "Connection", value: "close") }
        return HTTPRequestHead(version: .http1_1, method: method, uri: address.target, headers: headers)
    }
}

/// A complete response.
public struct HTTPResponse: Sendable {
    public var status: Int
    public var headers: HTTPHeaders
    /// The body, unpacked if the client is configured to unpack.
    public var body: [UInt8]

    public init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = []) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }

    /// True for a status from 200 to 299.
    public var isSuccess: Bool { (200..<300).contains(status) }
}

/// The limits of one exchange.
public struct HTTPLimits: Sendable {
    /// The time limit from the call to the last byte of the response; `nil` if the caller cancels its task instead.
    public var time: Duration?
    /// The maximum length of the unpacked body, in bytes.
    public var maximumBytes: Int
    /// Called with the number of body bytes received: 0 on arrival of the head, then the sum after every part.
    public var progress: (@Sendable (_ received: Int) -> Void)?

    public init(time: Duration?, maximumBytes: Int, progress: (@Sendable (_ received: Int) -> Void)? = nil) {
        (self.time, self.maximumBytes, self.progress) = (time, maximumBytes, progress)
    }
}
