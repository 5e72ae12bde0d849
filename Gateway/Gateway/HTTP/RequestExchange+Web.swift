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
        whenAvailable(answer.variant.content.bytes(on: edge.loop), for: request) { exchange, result in
            switch result {
            case .success(let bytes): exchange.finish(answer.response(bytes), request)
            case .failure(let fault):
                if let fault = fault as? WebFault { exchange.edge.web.onFault(fault) }
                exchange.answer(with: RPCError(.unavailable, retryAfterMilliseconds: 1_000), at: request.began)
            }
        }
    }

    private func finish(_ answer: EdgeResponse, _ request: EdgeRequest) {
        _ = write(answer, request, trace: nil)
        answered(at: edge.now)
    }
}
