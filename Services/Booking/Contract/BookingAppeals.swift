public import Contract
public import Values

extension Booking {
    /// The customer's account of a late cancellation or a no-show.
    public struct Statement: Codable, Sendable, Equatable {
        /// The customer's words.
        public var text: CustomerWords
        /// The time of writing.
        public var at: Instant
    }

    /// A customer's appeal against a decision, and the answer to it.
    public struct Appeal: Codable, Sendable, Equatable {
        /// The customer's words.
        public var text: CustomerWords
        /// The time of the appeal.
        public var at: Instant
        /// The state of the appeal.
        public var state: OpenEnum<AppealState>
        /// The reason for the rejection; an appeal is granted by a reversal, which has a reason of its own.
        public var answer: NoteText?
        /// The time of the rejection.
        public var answeredAt: Instant?
    }

    /// Adds the customer's words to a case of their own.
    ///
    /// They replace earlier ones until the case is decided.
    public enum Explain: Method {
        public struct Params: Codable, Sendable {
            /// The id of the case.
            public var id: Identifier
            /// The words for the administrator.
            public var text: CustomerWords
        }
        public typealias Result = Case
        public static let declaration = MethodDeclaration(
            "booking.explain", service: .booking, access: .signedIn, http: .post("/v1/cases/{id}/statement"), cost: 2,
            idempotency: .idempotent, reasons: [alreadyDecided])
    }

    /// Appeals against a decision on a case of the caller.
    ///
    /// Possible once for a decision with a sanction, until `appealUntil`.
    public enum AppealDecision: Method {
        public struct Params: Codable, Sendable {
            /// The id of the case.
            public var id: Identifier
            /// The reason for the appeal.
            public var text: CustomerWords
        }
        public typealias Result = Case
        public static let declaration = MethodDeclaration(
            "booking.appeal", service: .booking, access: .signedIn, http: .post("/v1/cases/{id}/appeal"), cost: 2,
            idempotency: .idempotent, reasons: [noAppeal, alreadyAppealed])
    }

    /// Lists the appeals that await an answer, oldest first.
    ///
    /// booking.reverseDecision grants an appeal, booking.rejectAppeal rejects it.
    public enum Appeals: Method {
        public struct Params: Codable, Sendable {
            public var cursor: Cursor?
            public var limit: PageLimit?
        }
        public typealias Result = Page<Case>
        public static let declaration = MethodDeclaration(
            "booking.appeals", service: .booking, access: .role(.parkAdmin), http: .get("/v1/board/appeals"),
            idempotency: .idempotent)
    }

    /// Rejects an appeal and tells the customer the reason.
    ///
    /// The decision stays in force.
    public enum RejectAppeal: Method {
        public struct Params: Codable, Sendable {
            /// The id of the case.
            public var id: Identifier
            /// The reason that the customer is told.
            public var reason: NoteText
        }
        public typealias Result = Case
        public static let declaration = MethodDeclaration(
            "booking.rejectAppeal", service: .booking, access: .role(.parkAdmin),
            http: .post("/v1/board/appeals/{id}/rejection"), idempotency: .idempotent, reasons: [notAppealed])
    }
}

/// The words of a customer on a case.
public struct CustomerWords: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 1_000
    public static let exampleText = "The bus broke down"
    public static let fieldName: UserText? = UserText("Your words", ru: "Ваши слова", be: "Вашы словы")
    public static let controls = ControlCharacters.lineFeeds
    public static func normalized(_ text: String) -> String { text.trimmed }
}

/// The state of an appeal.
public enum AppealState: String, CaseIterable, Codable, Hashable, Sendable {
    /// An administrator has yet to answer.
    case open
    /// The decision was reversed.
    case granted
    /// The decision stays in force.
    case rejected
}

extension Booking {
    public static let noAppeal = ErrorReason(
        .conflict, "no-appeal",
        UserText(
            "An appeal is possible only against a decision with consequences, and within 14 days.",
            ru: "Обжаловать можно только решение с последствиями и только в течение 14 дней.",
            be: "Абскардзіць можна толькі рашэнне з наступствамі і толькі на працягу 14 дзён."))
    public static let alreadyAppealed = ErrorReason(
        .conflict, "already-appealed",
        UserText(
            "You have already appealed against this decision.",
            ru: "Вы уже обжаловали это решение.",
            be: "Вы ўжо абскардзілі гэта рашэнне."))
    public static let notAppealed = ErrorReason(
        .conflict, "not-appealed",
        UserText(
            "No appeal against this decision awaits an answer.",
            ru: "По этому решению нет жалобы, которая ждёт ответа.",
            be: "Па гэтым рашэнні няма скаргі, якая чакае адказу."))
}

extension Booking.Explain: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["id": "019ab3c4-5d6e-7f80-9123-000000000007", "text": "The bus broke down"],
            result: BookingExample.openCase.setting("statement", BookingExample.statement))
    }
}

extension Booking.AppealDecision: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["id": "019ab3c4-5d6e-7f80-9123-000000000007", "text": "The bus broke down"],
            result: BookingExample.appealedCase)
    }
}

extension Booking.Appeals: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["limit": 20],
            result: [
                "items": [
                    BookingExample.appealedCase.setting("customer", BookingExample.customer)
                        .setting("charge", ["state": "none"])
                ],
                "nextCursor": "A0p8Yx3kQm5zZwEyMDI2LTA3LTE4",
            ])
    }
}

extension Booking.RejectAppeal: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["id": "019ab3c4-5d6e-7f80-9123-000000000007", "reason": "Nobody called in time"],
            result: BookingExample.appealedCase.setting(
                "appeal",
                BookingExample.appeal.setting("state", "rejected").setting("answer", "Nobody called in time")
                    .setting("answeredAt", "2026-07-20T08:00:00Z")))
    }
}

extension BookingExample {
    fileprivate static let statement: JSONNode = ["text": "The bus broke down", "at": "2026-07-18T08:20:00Z"]
    fileprivate static let appeal: JSONNode = [
        "text": "The bus broke down", "at": "2026-07-19T09:00:00Z", "state": "open",
    ]
    fileprivate static let appealedCase = BookingExample.decidedCase.setting("appeal", BookingExample.appeal)
}
