import Contract
import Values

/// SMS providers: the endpoints of sms.by, RocketSMS and Twilio that send one message.
enum SMSGateways {
    static func answer(_ request: Request, now: Instant) -> (Answer, ReceivedMessage?) {
        let form = Query(String(decoding: request.body, as: UTF8.self)[...])
        let parts = request.path.split(separator: "/").map(String.init)
        let provider = parts.first ?? ""
        func taken(_ to: String?, _ text: String?, _ answer: Answer) -> (Answer, ReceivedMessage?)? {
            guard let to, let text else { return nil }
            let message = ReceivedMessage(
                by: provider, to: to, text: String(text.prefix(Inbox.maximumText)), at: now)
            return (answer, message)
        }
        let number = Int(now.milliseconds % 1_000_000_000)
        switch (request.method, provider) {
        case ("POST", "smsby"):
            guard form["token"].map({ !$0.isEmpty && $0 != "invalid" }) ?? false else {
                return (.json(200, ["error": "Неверный токен"]), nil)
            }
            return taken(form["phone"], form["message"], .json(200, ["sms_id": .integer(number), "status": "NEW"]))
                ?? (.json(200, ["error": "Не указан номер или текст"]), nil)
        case ("POST", "rocketsms"):
            guard form["username"] != nil, form["password"] != nil, form["password"] != "invalid" else {
                return (.json(200, ["error": "WRONG_AUTH"]), nil)
            }
            return taken(
                form["phone"], form["text"],
                .json(200, ["id": .integer(number), "status": "SENT", "cost": ["credits": 1, "money": 0]]))
                ?? (.json(200, ["error": "WRONG_NUMBER"]), nil)
        case ("POST", "twilio"):
            guard request.header("authorization")?.hasPrefix("Basic ") ?? false else {
                return (.json(401, ["code": 20003, "message": "Authenticate", "status": 401]), nil)
            }
            return taken(
                form["To"], form["Body"],
                .json(
                    201,
                    [
                        "sid": .string("SM\(number)"), "status": "queued", "to": .optional(form["To"]),
                        "body": .optional(form["Body"]),
                    ]))
                ?? (.json(400, ["code": 21604, "message": "A 'To' phone number is required.", "status": 400]), nil)
        default: return (.html(404, ErrorPage.error(404)), nil)
        }
    }
}
