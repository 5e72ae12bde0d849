import Contract

/// What stands behind the URI of a problem's type: `/problems/NAME`, a few lines for people (RFC 9457 §3.1.1).
enum ProblemText {
    /// The code that a path is about; nil if it is none of the registry's.
    static func code(of path: UnsafeRawBufferPointer) -> ErrorCode? {
        ErrorCode.all.first { code in
            code.typeURI.utf8.count == path.count && code.typeURI.utf8.elementsEqual(path)
        }
    }

    static func text(of code: ErrorCode) -> String {
        """
        \(code.name)

        \(code.message).
        The code \(code.number) on lines, the status \(code.httpStatus) over HTTP.
        \(advice(code.retry))

        """
    }

    private static func advice(_ retry: ErrorCode.Retry) -> String {
        switch retry {
        case .never: "The same call will not fare better: change it, or do not send it again."
        case .afterSignIn: "Send it again after signing in."
        case .afterDelay: "Send it again after the retryAfterMs that the answer carries."
        case .ifIdempotent: "Send it again if the method is idempotent, or if the call carried an idempotency key."
        case .elsewhere: "Send it again at once, on another connection."
        }
    }
}
