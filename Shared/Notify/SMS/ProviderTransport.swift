/// A request to an SMS provider.
struct ProviderRequest: Sendable {
    enum Method: String {
        case get = "GET"
        case post = "POST"
    }

    var method: Method
    var address: HTTPAddress
    var headers: [(name: String, value: String)]
    var body: [UInt8] = []
}

/// A provider's complete answer.
struct ProviderReply: Sendable {
    var status: Int
    var body: [UInt8]
}

/// The reason why a request has no answer, in our own words.
enum ProviderFailure: Error, Hashable {
    /// The server has seen nothing of the request.
    case notSent(String)
    /// The server may have done what the request asks for.
    case unanswered(String)
}

/// An HTTP client as far as SMS providers need one.
protocol ProviderTransport: Sendable {
    /// Sends a request and returns its answer.
    func reply(to request: ProviderRequest, within limit: Duration) async throws(ProviderFailure) -> ProviderReply
}
