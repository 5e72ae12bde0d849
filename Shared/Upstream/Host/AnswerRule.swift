import HTTP
import NIOHTTP1
import Values

/// The interpretation of an answer by status, headers and body.
struct AnswerRule: Sendable {
    /// The maximum number of bytes kept of a rejection's body.
    static let maximumExcerpt = 16_384

    /// The evaluation of an exchange.
    struct Judgement: Sendable {
        var result: Result<UpstreamAnswer, UpstreamFailure>
        var verdict: HostAdmission.Verdict
        /// True if repeating the request may succeed at once.
        var mayRetry = false

        fileprivate static func failure(
            _ failure: UpstreamFailure, _ verdict: HostAdmission.Verdict, mayRetry: Bool = false
        ) -> Judgement {
            Judgement(result: .failure(failure), verdict: verdict, mayRetry: mayRetry)
        }
    }

    let policy: HostPolicy
    let request: UpstreamRequest

    /// Returns true for statuses that redirect.
    static func isRedirect(_ status: Int) -> Bool { [301, 302, 303, 307, 308].contains(status) }

    /// Evaluates an answer that is not a redirect.
    ///
    /// - Parameter now: the reference time for dates in `Retry-After`.
    func judge(_ response: HTTPResponse, now: Instant) -> Judgement {
        let requestedPause = response.headers.first(name: "retry-after").flatMap { RetryAfter.duration($0, now: now) }
        let status = response.status == 200 ? policy.statusInBody(response.body) ?? 200 : response.status
        switch status {
        case 200: return body(response)
        case 304:
            guard request.validators != Validators() else {
                return .failure(.unreadable("304 to an unconditional request"), .failing)
            }
            return Judgement(result: .success(.notModified), verdict: .healthy)
        case 404, 410: return Judgement(result: .success(.absent(excerpt(response.body))), verdict: .healthy)
        case 429:
            // The header takes precedence over the text of the body.
            let pause = requestedPause ?? window(response, now: now)
            return .failure(.limited(retryAfter: pause), .pause(pause ?? policy.pauseWhenLimited))
        case 503 where requestedPause != nil:
            return .failure(.limited(retryAfter: requestedPause), .pause(requestedPause ?? policy.pauseWhenLimited))
        case 401, 403:
            return .failure(
                rejection(response, status), policy.pauseWhenDenied > .zero ? .pause(policy.pauseWhenDenied) : .healthy)
        case 502, 503, 504: return .failure(rejection(response, status), .failing, mayRetry: true)
        case 400..<500: return .failure(rejection(response, status), .healthy)
        case 500..<600
        where policy.itemErrorStatuses.contains(status) && response.body.first == UInt8(ascii: "{"):
            return .failure(rejection(response, status), .healthy)
        case 500..<600: return .failure(rejection(response, status), .failing)
        default: return .failure(.unreadable("status \(status)"), .failing)
        }
    }

    /// Returns the pause that the body of a rejection requests.
    private func window(_ response: HTTPResponse, now: Instant) -> Duration? {
        policy.limitWindow(excerpt(response.body)).map { min($0.rest(at: now), policy.longestPause) }
    }

    private func body(_ response: HTTPResponse) -> Judgement {
        do throws(UpstreamFailure) {
            let (body, charset) = try BodyCheck.checked(
                response.body, as: request.body, contentType: response.headers.first(name: "content-type"))
            return Judgement(
                result: .success(.body(body, validators(response.headers), charset: charset)), verdict: .healthy)
        } catch {
            return .failure(error, .failing)
        }
    }

    private func validators(_ headers: HTTPHeaders) -> Validators {
        func usable(_ name: String) -> String? {
            headers.first(name: name).flatMap { text in
                !text.isEmpty && text.utf8.count <= 256 && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
                    ? text : nil
            }
        }
        return Validators(entityTag: usable("etag"), lastModified: usable("last-modified"))
    }

    private func rejection(_ response: HTTPResponse, _ status: Int) -> UpstreamFailure {
        .rejected(status: status, body: excerpt(response.body))
    }

    /// Returns the beginning of a body, without the keys that a server may repeat.
    private func excerpt(_ body: [UInt8]) -> [UInt8] {
        var excerpt = Array(body.prefix(Self.maximumExcerpt))
        for secret in request.secrets where !secret.value.isEmpty {
            for form in Set([secret.value, PercentEncoding.encoded(secret.value)]) {
                excerpt.replace(Array(form.utf8), with: Array("***".utf8))
            }
        }
        return excerpt
    }
}
