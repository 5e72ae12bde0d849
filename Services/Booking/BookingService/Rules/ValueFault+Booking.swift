import Values

/// The rules for members of bookings' calls that hold beyond their types.
extension ValueFault {
    static let unknownReverse = ValueFault(
        "reverse",
        UserText(
            "must be a reverse that can be booked", ru: "такой реверс забронировать нельзя",
            be: "такі рэверс забраніраваць нельга"))
    static let setStart = ValueFault(
        "set-start",
        UserText("must be the start of a set", ru: "нужно время начала сета", be: "патрэбны час пачатку сэта"))
    static let closingTime = ValueFault(
        "closing-time",
        UserText(
            "must end by closing time", ru: "сеты должны закончиться до закрытия парка",
            be: "сэты павінны скончыцца да закрыцця парка"))
    static let fixedByHold = ValueFault(
        "exclusive", limits: [("members", .texts(["reverseId", "startsAt", "sets"]))],
        UserText(
            "already determines the slots; leave out reverseId, startsAt and sets",
            ru: "уже определяет время, не указывайте reverseId, startsAt и sets",
            be: "ужо вызначае час, не ўказвайце reverseId, startsAt і sets"))
    static let twoYears = ValueFault(
        "within-two-years",
        UserText(
            "must lie within the next two years", ru: "нужно время в пределах ближайших двух лет",
            be: "патрэбны час у межах бліжэйшых двух гадоў"))
    static let withinYear = ValueFault(
        "within-year",
        UserText(
            "must be at most a year after from", ru: "допустимо не позже чем через год после from",
            be: "дапушчальна не пазней чым праз год пасля from"))
    static func notBefore(_ other: String) -> ValueFault {
        ValueFault(
            "not-before", limits: [("members", .texts([other]))],
            UserText(
                "must not be before \(other)", ru: "должно быть не раньше \(other)",
                be: "павінна быць не раней за \(other)"))
    }
    static let opensBeforeClosing = ValueFault(
        "opens-before-closing",
        UserText(
            "must be after the opening time", ru: "парк должен закрываться позже, чем открывается",
            be: "парк павінен зачыняцца пазней, чым адкрываецца"))

    /// The amount is in another currency.
    static func currency(_ code: CurrencyCode) -> ValueFault {
        ValueFault(
            "currency", limits: [("currency", .text(code.text))],
            UserText("must be \(code.text)", ru: "нужна валюта \(code.text)", be: "патрэбна валюта \(code.text)"))
    }

    /// The member has no meaning for this decision.
    static func onlyWith(_ sanctions: [String]) -> ValueFault {
        let list = sanctions.joined(separator: ", ")
        return ValueFault(
            "only-with", limits: [("values", .texts(sanctions))],
            UserText(
                "is allowed only for \(list)", ru: "допустимо только для \(list)", be: "дапушчальна толькі для \(list)")
        )
    }
}
