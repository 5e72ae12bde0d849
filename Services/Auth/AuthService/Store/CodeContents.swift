import Contracts
import Postgres

/// A code on its way to a telephone.
struct PhoneChallengeRow: Sendable {
    var id: Identifier
    var phone: PhoneNumber
    /// The account that wants the number; `nil` for signing in.
    var account: Identifier?
    /// What makes the account of a number that has none.
    var person: Auth.PersonalData?
    var codeMAC: [UInt8]
    var createdAt: Instant
    var expiresAt: Instant
}

/// The subject of a limit on codes by SMS.
enum SMSSubject: Sendable {
    case phone(PhoneNumber)
    case place(NetworkPlace)
    /// The numbers that differ from this one in the last four digits only.
    case prefix(PhoneNumber)
}

extension AuthTransaction {
    /// Makes requests of one subject come one after the other until the transaction ends.
    ///
    /// All transactions lock number, place and prefix in this order, so that nobody waits for each other.
    func lockCodes(to phone: PhoneNumber, from place: NetworkPlace) async throws {
        try await lock("sms/phone/\(phone.text)")
        try await lock("sms/place/\(place.text)")
        try await lock("sms/prefix/\(phone.text.dropLast(4))")
    }

    /// When codes were asked for a subject after `start`: at most `limit` times, the latest first.
    func codeTimes(of subject: SMSSubject, after start: Instant, limit: Int) async throws -> [Instant] {
        let rows =
            switch subject {
            case .phone(let phone): try await query(Self.timesByPhone, [phone.text, start.milliseconds, limit])
            case .place(let place): try await query(Self.timesByPlace, [place.text, start.milliseconds, limit])
            case .prefix(let phone):
                try await query(Self.timesByPrefix, [String(phone.text.dropLast(4)), start.milliseconds, limit])
            }
        return try rows.map { try $0.instant(at: 0) }
    }

    func insertPhoneChallenge(_ challenge: PhoneChallengeRow, place: NetworkPlace) async throws {
        _ = try await query(
            Self.insertStatement,
            [
                challenge.id.text, challenge.phone.text, place.text, challenge.account?.text,
                challenge.person?.firstName.text, challenge.person?.lastName.text, challenge.person?.email?.text,
                challenge.person?.birthDate?.text, challenge.person?.declaration.version.text,
                challenge.person?.consentVersion.text, challenge.codeMAC, challenge.createdAt.milliseconds,
                challenge.expiresAt.milliseconds,
            ])
    }

    /// Counts an attempt to guess the code and gives what is needed to judge it; `nil` if there is no such challenge, or it
    /// is used, too old, or out of attempts.
    func countPhoneAttempt(
        at challenge: Identifier, of account: Identifier?, maximum: Int, now: Instant
    ) async throws -> PhoneChallengeRow? {
        let rows = try await query(
            Self.attemptStatement, [challenge.text, account?.text, maximum, now.milliseconds])
        return try rows.first.map { row in
            PhoneChallengeRow(
                id: challenge, phone: PhoneNumber(unchecked: try row.decode(String.self, at: 0)), account: account,
                person: try Auth.PersonalData(row, from: 4), codeMAC: try row.decode([UInt8].self, at: 1),
                createdAt: try row.instant(at: 2), expiresAt: try row.instant(at: 3))
        }
    }

    /// Uses up a challenge; false if somebody else did, or it is too old.
    /// - Parameter completesUntil: until when the registration may be completed, if it has to be.
    func consumePhoneChallenge(_ id: Identifier, completesUntil: Instant? = nil, now: Instant) async throws -> Bool {
        try await query(Self.consumeStatement, [id.text, now.milliseconds, completesUntil?.milliseconds])
            .affectedRows > 0
    }

    /// Uses up the right to complete a registration, and gives the proven number; `nil` if there is no such right.
    func completePhoneChallenge(_ id: Identifier, now: Instant) async throws -> PhoneNumber? {
        try await query(Self.completeStatement, [id.text, now.milliseconds]).first.map {
            PhoneNumber(unchecked: try $0.decode(String.self, at: 0))
        }
    }

    /// Ends all other ways to an account of a number that has one now.
    func endPhoneChallenges(of phone: PhoneNumber, now: Instant) async throws {
        _ = try await query(Self.endStatement, [phone.text, now.milliseconds])
    }

    /// Counts an SMS against the day's budget and says how many that makes; `nil` if there is nothing left of it.
    ///
    /// The row is locked until the transaction ends: ask last.
    func spendSMS(day: Int64, budget: Int64) async throws -> Int64? {
        try await query(Self.spendStatement, [day, budget]).first?.decode(Int64.self, at: 0)
    }

    /// How many SMS were sent on a day.
    func spentSMS(day: Int64) async throws -> Int64 {
        try await query(Self.spentStatement, [day]).first?.decode(Int64.self, at: 0) ?? 0
    }

    private static let timesByPhone = PreparedStatement(
        "codeTimesByPhone",
        "SELECT created_at FROM phone_challenge WHERE phone = $1 AND created_at > $2 ORDER BY created_at DESC LIMIT $3")
    private static let timesByPlace = PreparedStatement(
        "codeTimesByPlace",
        "SELECT created_at FROM phone_challenge WHERE place = $1 AND created_at > $2 ORDER BY created_at DESC LIMIT $3")
    private static let timesByPrefix = PreparedStatement(
        "codeTimesByPrefix",
        "SELECT created_at FROM phone_challenge WHERE prefix = $1 AND created_at > $2 ORDER BY created_at DESC LIMIT $3"
    )
    private static let insertStatement = PreparedStatement(
        "insertPhoneChallenge",
        """
        INSERT INTO phone_challenge (
            id, phone, place, account_id, first_name, last_name, email, birth_date, declaration_version,
            consent_version, code_mac, created_at, expires_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8::text::date, $9, $10, $11, $12, $13)
        """)
    private static let attemptStatement = PreparedStatement(
        "countPhoneAttempt",
        """
        UPDATE phone_challenge SET attempts = attempts + 1
        WHERE id = $1 AND account_id IS NOT DISTINCT FROM $2::uuid AND attempts < $3 AND expires_at > $4
            AND used_at IS NULL
        RETURNING phone, code_mac, created_at, expires_at,
            first_name, last_name, email, birth_date::text, declaration_version, consent_version
        """)
    private static let consumeStatement = PreparedStatement(
        "consumePhoneChallenge",
        """
        UPDATE phone_challenge SET used_at = $2, completes_until = $3, first_name = NULL, last_name = NULL,
            email = NULL, birth_date = NULL
        WHERE id = $1 AND used_at IS NULL AND expires_at > $2
        """)
    private static let completeStatement = PreparedStatement(
        "completePhoneChallenge",
        """
        UPDATE phone_challenge SET completes_until = NULL WHERE id = $1 AND completes_until > $2 RETURNING phone
        """)
    private static let endStatement = PreparedStatement(
        "endPhoneChallenges",
        """
        UPDATE phone_challenge SET used_at = coalesce(used_at, $2), completes_until = NULL, first_name = NULL,
            last_name = NULL, email = NULL, birth_date = NULL
        WHERE phone = $1 AND (used_at IS NULL OR completes_until IS NOT NULL)
        """)
    private static let spendStatement = PreparedStatement(
        "spendSMS",
        """
        INSERT INTO sms_budget (day, sent) SELECT $1, 1 WHERE $2::bigint > 0
        ON CONFLICT (day) DO UPDATE SET sent = sms_budget.sent + 1 WHERE sms_budget.sent < $2
        RETURNING sent
        """)
    private static let spentStatement = PreparedStatement(
        "spentSMS", "SELECT sent FROM sms_budget WHERE day = $1")
}

extension Auth.PersonalData {
    /// What a row holds from a column on; `nil` if it holds nobody.
    fileprivate init?(_ row: PostgresRow, from column: Int) throws(PostgresError) {
        guard let firstName = try row.decode(String?.self, at: column),
            let lastName = try row.decode(String?.self, at: column + 1),
            let declaration = try row.decode(String?.self, at: column + 4),
            let consent = try row.decode(String?.self, at: column + 5)
        else { return nil }
        self.init(
            firstName: PersonName(unchecked: firstName), lastName: PersonName(unchecked: lastName),
            email: try row.decode(String?.self, at: column + 2).map(EmailAddress.init(unchecked:)),
            birthDate: try row.decode(String?.self, at: column + 3).map(BirthDate.init(unchecked:)),
            declaration: Auth.Declaration(
                notGovernmentMilitary: true, version: DeclarationVersion(unchecked: declaration)),
            consentVersion: DeclarationVersion(unchecked: consent))
    }
}
