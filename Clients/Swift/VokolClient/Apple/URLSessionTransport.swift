// Not compiled on Linux: `.ci/apple` compiles this file on macOS.
#if canImport(Security)
    import Contract
    public import Foundation
    import Values
    import Wire

    /// Makes calls over `URLSession`, as `POST /rpc`.
    ///
    /// It stores no cookies and no responses, and follows no redirects, which could send a token to another server.
    public final class URLSessionTransport: Transport {
        private final class Redirects: NSObject, URLSessionTaskDelegate {
            func urlSession(
                _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
                newRequest request: URLRequest
            ) async -> URLRequest? {
                nil
            }
        }

        private let server: URL
        private let session: URLSession

        /// Creates a transport; it connects with the first call.
        ///
        /// - Parameter server: the address of the gateway, such as `https://vokol.example`.
        public init(server: URL, configuration: URLSessionConfiguration = .ephemeral) {
            self.server = server
            configuration.httpShouldSetCookies = false
            configuration.httpCookieStorage = nil
            configuration.urlCache = nil
            configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
            session = URLSession(configuration: configuration, delegate: Redirects(), delegateQueue: nil)
        }

        public func answer(to request: CallRequest) async throws(TransportFailure) -> [UInt8] {
            var post = URLRequest(url: server.appendingPathComponent("rpc"))
            post.httpMethod = "POST"
            post.setValue("application/json", forHTTPHeaderField: "Content-Type")
            post.httpBody = Data(request.envelope(id: 1))
            do {
                return try await answer(to: post, within: request.patience)
            } catch {
                throw TransportFailure(of: error)
            }
        }

        /// Sends a request within a total time; the timeout of `URLRequest` restarts with each byte.
        private func answer(to post: URLRequest, within time: Duration) async throws -> [UInt8] {
            try await withThrowingTaskGroup(of: [UInt8].self) { [session] tasks in
                tasks.addTask {
                    let (bytes, _) = try await session.bytes(for: post)
                    return try await Self.body(of: bytes, maximum: CallRequest.maximumAnswerBytes)
                }
                tasks.addTask {
                    try await Task.sleep(for: time)
                    throw URLError(.timedOut)
                }
                defer { tasks.cancelAll() }
                return try await tasks.next() ?? []
            }
        }

        private static func body(of bytes: URLSession.AsyncBytes, maximum: Int) async throws -> [UInt8] {
            var body: [UInt8] = []
            for try await byte in bytes {
                guard body.count < maximum else { throw URLError(.dataLengthExceedsMaximum) }
                body.append(byte)
            }
            return body
        }

        public func events(of topics: [String], token: String?) async throws -> any EventSubscription {
            var address = URLComponents(
                url: server.appendingPathComponent(EventRules.path), resolvingAgainstBaseURL: true)
            address?.percentEncodedQuery = "topics=" + topics.map { PercentEncoding.encoded($0) }.joined(separator: ",")
            guard let url = address?.url else {
                throw TransportFailure("the server has no address", mayHaveBeenSent: false)
            }
            var request = URLRequest(url: url)
            request.timeoutInterval = TimeInterval(EventSilence.limit.components.seconds)
            request.setValue("text/event-stream", forHTTPHeaderField: "Accept")
            if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
            do {
                let (bytes, response) = try await session.bytes(for: request)
                let status = (response as? HTTPURLResponse)?.statusCode ?? 0
                if status == 200 { return URLSessionEvents(bytes) }
                let body = try await Self.body(of: bytes, maximum: 65_536)
                guard let problem = try? Problem(document: body) else {
                    throw TransportFailure("the answer has the status \(status)", mayHaveBeenSent: true)
                }
                throw problem
            } catch let problem as Problem {
                throw problem
            } catch {
                throw TransportFailure(of: error)
            }
        }

        public func close() async { session.invalidateAndCancel() }
    }

    extension TransportFailure {
        /// Describes an error of `URLSession`.
        init(of error: any Error) {
            if let failure = error as? TransportFailure {
                self = failure
                return
            }
            let untrusted: Set<URLError.Code> = [
                .serverCertificateUntrusted, .serverCertificateHasUnknownRoot, .serverCertificateHasBadDate,
                .serverCertificateNotYetValid,
            ]
            let unsent: Set<URLError.Code> = [
                .cannotFindHost, .dnsLookupFailed, .cannotConnectToHost, .notConnectedToInternet, .dataNotAllowed,
                .internationalRoamingOff, .callIsActive, .appTransportSecurityRequiresSecureConnection,
            ]
            let code = (error as? URLError)?.code
            let isUntrusted = code.map { untrusted.contains($0) } ?? false
            self.init(
                "\(error)", mayHaveBeenSent: !isUntrusted && !(code.map { unsent.contains($0) } ?? false),
                isUntrusted: isUntrusted)
        }
    }
#endif
