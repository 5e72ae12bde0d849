package import Contract
import Machine
package import VokolClient
import VokolClientNIO

/// Calls a gateway for an operator: each call is sent once, and a failure names its remedy.
package struct GatewayCaller: Sendable {
    package enum Carrier: Sendable { case lines, http }

    private let client: Client
    private let address: GatewayAddress

    /// Creates a caller; it connects with the first call.
    ///
    /// - Parameter source: the local IP address from which lines connect; `nil` for any.
    package init(_ address: GatewayAddress, over carrier: Carrier = .lines, from source: String? = nil) throws {
        let transport: any Transport =
            switch carrier {
            case .lines:
                try LineTransport(host: address.host, port: address.port, trust: address.trust, from: source)
            case .http: try HTTPTransport(host: address.host, port: address.port, trust: address.trust)
            }
        (client, self.address) = (Client(transport), address)
    }

    /// Makes a call.
    ///
    /// - Throws: `Problem`, or `OperatorError` if there is no answer.
    package func call<M: Method>(
        _ method: M.Type, _ params: M.Params, options: Client.Options = .init()
    ) async throws -> M.Result {
        try await once(options) { try await client.call(method, params, options: $0) }
    }

    /// Makes a call of a method whose types are not known, and returns the result as JSON.
    ///
    /// - Parameter params: one JSON object.
    /// - Throws: `Problem`, or `OperatorError` if there is no answer.
    package func result(
        of method: MethodDeclaration, params: [UInt8], options: Client.Options = .init()
    ) async throws -> [UInt8] {
        try await once(options) { try await client.result(of: method, params: params, options: $0) }
    }

    package func close() async { await client.close() }

    private func once<Value>(_ options: Client.Options, _ body: (Client.Options) async throws -> Value) async throws
        -> Value
    {
        var options = options
        options.attempts = 1
        do {
            return try await body(options)
        } catch let failure as TransportFailure {
            throw address.described(failure)
        }
    }
}

extension GatewayAddress {
    /// Describes a failure for the operator.
    func described(_ failure: TransportFailure) -> OperatorError {
        let cause = failure.isUntrusted ? Self.untrusted : failure.description
        return failure.mayHaveBeenSent
            ? OperatorError("\(host):\(port) did not answer (\(cause))")
            : OperatorError("cannot reach \(host):\(port); is it running? (\(cause))")
    }
}
