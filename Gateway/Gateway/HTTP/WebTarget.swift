import Contract
import HTTPParsing
import NIOCore
import Values

/// The target of a request to the web client.
enum WebTarget {
    case file(WebFile)
    /// A screen, which begins with one of these pages; `isFound` is false for a path that the client does not know,
    /// which it says in words.
    case page(WebPages, isFound: Bool)
    /// `/.well-known/change-password`.
    case changePassword

    /// Returns the destination of a path that no method has.
    static func destination(
        of bytes: UnsafeRawBufferPointer, _ head: RequestHead, _ request: ByteBuffer, _ files: WebFiles
    ) -> EdgeRequest.Destination {
        guard let path = RequestTarget(bytes)?.path else { return .notFound }
        let isRead = head.method == .get || head.method == .head
        if HTTPBytes.equal(path, WebPaths.changePassword) {
            return isRead ? .web(.changePassword) : .verbNotAllowed([.get])
        }
        switch files.match(path) {
        case .file(let file): return isRead ? .web(.file(file)) : .verbNotAllowed([.get])
        case .route(let pages): return isRead ? .web(.page(pages, isFound: true)) : .verbNotAllowed([.get])
        case .nothing: break
        }
        let isReserved = WebPaths.isReserved(String(decoding: path, as: UTF8.self))
        guard isRead, !isReserved, let accept = head.accept, request.withPart(accept, prefersPage) else {
            return .notFound
        }
        return .web(.page(files.shells, isFound: false))
    }

    /// Returns true if an `Accept` names HTML, and does not prefer JSON.
    private static func prefersPage(_ accept: UnsafeRawBufferPointer) -> Bool {
        var (page, data) = (0, 0)
        for item in WeightedList(accept) {
            if item.isNamed("text/html") { page = item.weight }
            if item.isNamed("application/json") { data = item.weight }
        }
        return page > 0 && page >= data
    }
}
