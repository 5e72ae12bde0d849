import Contract
import Values

/// The page at a problem type's URI, `/problems/NAME`: a few lines for people (RFC 9457 §3.1.1).
enum ProblemText {
    /// Returns the error code whose URI is `path`, or `nil` if there is none.
    static func code(of path: UnsafeRawBufferPointer) -> ErrorCode? {
        ErrorCode.all.first { code in
            code.typeURI.utf8.count == path.count && code.typeURI.utf8.elementsEqual(path)
        }
    }

    static func text(of code: ErrorCode, in language: Language) -> String {
        """
        \(code.name)

        \(code.title[language]).
        \(numbers(code)[language])
        \(advice(code.retry)[language])

        """
    }

    private static func numbers(_ code: ErrorCode) -> UserText {
        UserText(
            "The code \(code.number) on lines, the status \(code.httpStatus) over HTTP.",
            ru: "Код \(code.number) в строчном протоколе, статус \(code.httpStatus) в HTTP.",
            be: "Код \(code.number) у радковым пратаколе, статус \(code.httpStatus) у HTTP.")
    }

    private static func advice(_ retry: ErrorCode.Retry) -> UserText {
        switch retry {
        case .never:
            UserText(
                "The same call fails again: change it, or do not retry.",
                ru: "Тот же запрос снова не удастся: исправьте его или не повторяйте.",
                be: "Той жа запыт зноў не ўдасца: выпраўце яго або не паўтарайце.")
        case .afterSignIn:
            UserText("Retry after signing in.", ru: "Войдите и повторите запрос.", be: "Увайдзіце і паўтарыце запыт.")
        case .afterDelay:
            UserText(
                "Retry after the answer's retryAfterMs.",
                ru: "Повторите запрос через время, указанное в retryAfterMs ответа.",
                be: "Паўтарыце запыт праз час, указаны ў retryAfterMs адказу.")
        case .ifIdempotent:
            UserText(
                "Retry if the method is idempotent or the call carried an idempotency key.",
                ru: "Повторите запрос, если метод идемпотентный или у запроса был ключ идемпотентности.",
                be: "Паўтарыце запыт, калі метад ідэмпатэнтны або ў запыту быў ключ ідэмпатэнтнасці.")
        case .elsewhere:
            UserText(
                "Retry at once, on another connection.", ru: "Сразу повторите запрос через другое соединение.",
                be: "Адразу паўтарыце запыт праз іншае злучэнне.")
        }
    }
}
