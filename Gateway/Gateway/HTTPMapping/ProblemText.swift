import Contract

/// The page at a problem type's URI, `/problems/NAME`: a few lines for people (RFC 9457 §3.1.1).
enum ProblemText {
    /// Returns the error code whose URI is `path`, or `nil` if there is none.
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
        case .never: "The same call fails again: change it, or do not retry."
        case .afterSignIn: "Retry after signing in."
        case .afterDelay: "Retry after the answer's retryAfterMs."
        case .ifIdempotent: "Retry if the method is idempotent or the call carried an idempotency key."
        case .elsewhere: "Retry at once, on another connection."
        }
    }
}
