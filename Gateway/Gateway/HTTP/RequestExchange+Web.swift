import Contract
import HTTPParsing
import NIOCore
import RPC
import Values

/// The answers of the web client: files and pages.
extension RequestExchange {
    /// Answers a request to the web client.
    func answerWeb(_ target: WebTarget) {
        guard let request else { return }
        switch target {
        case .file(let file):
            send(WebAnswer(file, page: nil, request, edge.web.fields), to: request)
        case .page(let pages, let isFound):
            let (page, language) = pages.page(in: request.language)
            send(WebAnswer(page, page: (language, isFound), request, edge.web.fields), to: request)
        case .changePassword:
            var answer = EdgeResponse(status: 302)
            answer.more = ByteBuffer(string: "Location: \(WebPaths.passwordPage)\r\n")
            finish(answer, request)
        }
    }

    private func send(_ answer: WebAnswer, to request: EdgeRequest) {
        guard answer.status != 304, request.head.method != .head else { return finish(answer.response(nil), request) }
        switch answer.variant.content.bytes(on: edge.loop) {
        case .ready(let bytes): finish(answer.response(bytes), request)
        case .coming(let bytes):
            bytes.assumeIsolated().whenComplete { [weak self] result in
                // The connection may have ended meanwhile.
                guard let self, self.request === request, !isEnded else { return }
                switch result {
                case .success(let bytes): finish(answer.response(bytes), request)
                case .failure(let fault):
                    if let fault = fault as? WebFault { edge.web.onFault(fault) }
                    self.answer(
                        with: RPCError(.unavailable, retryAfterMilliseconds: 1_000), at: request.began)
                }
            }
        }
    }

    private func finish(_ answer: EdgeResponse, _ request: EdgeRequest) {
        _ = write(answer, request, trace: nil)
        answered(at: edge.now)
    }
}
