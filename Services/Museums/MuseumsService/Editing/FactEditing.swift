import Contract
import MuseumsContract
import RPC
import Values

/// The facts of a museum as editors see and set them.
enum FactEditing {
    /// Returns the changes that a call makes to the facts of a museum.
    ///
    /// Facts with the same value are left alone: they keep their source and date.
    ///
    /// - Throws: `invalid-params` with the fault of each value.
    static func changes(
        _ params: Museums.Put.Params, of facts: [FactKind: MuseumFact]?, at now: Instant
    ) throws(RPCError) -> [FactChange] {
        let facts = facts ?? [:]
        let changed = FactKind.allCases.compactMap { kind in params.facts?[kind].map { (kind: kind, value: $0) } }
            .filter { $0.value != facts[$0.kind]?.value ?? "" }
        let faults = changed.compactMap { kind, value in
            value.isEmpty
                ? nil
                : kind.fault(in: value).map {
                    RPCError.FieldFault($0, at: "/facts/\(kind.member)", field: kind.fieldName)
                }
        }
        guard faults.isEmpty else { throw RPCError(.invalidParams, faults: faults) }
        let zone = MuseumZone.of(
            params.countryCode, stated: changed.first { $0.kind == .timeZone }?.value ?? facts[.timeZone]?.value)
        let date = zone?.date(at: now) ?? LocalDate(daysSince1970: Int(now.milliseconds / 86_400_000))
        return changed.map { kind, value in
            FactChange(
                kind: kind,
                fact: value.isEmpty
                    ? nil : MuseumFact(kind: kind, value: value, source: EditableMuseum.source, date: date))
        }
    }

    /// Returns facts as editors see them.
    static func view(_ facts: [FactKind: MuseumFact]) -> Museums.StatedFacts {
        func fact(_ kind: FactKind) -> Museums.Fact? {
            facts[kind].map { Museums.Fact(value: $0.value, source: $0.source, date: $0.date) }
        }
        return Museums.StatedFacts(
            openingHours: fact(.openingHours), telephone: fact(.telephone), wheelchair: fact(.wheelchair),
            price: fact(.price), timeZone: fact(.timeZone))
    }
}

extension Museums.FactValues {
    fileprivate subscript(kind: FactKind) -> String? {
        switch kind {
        case .openingHours: openingHours?.text
        case .telephone: telephone?.text
        case .wheelchair: wheelchair?.text
        case .price: price?.text
        case .timeZone: timeZone?.text
        }
    }
}

extension FactKind {
    /// The name in the contract.
    fileprivate var member: String {
        switch self {
        case .openingHours: "openingHours"
        case .telephone: "telephone"
        case .wheelchair: "wheelchair"
        case .price: "price"
        case .timeZone: "timeZone"
        }
    }

    /// The name for people.
    fileprivate var fieldName: UserText {
        switch self {
        case .openingHours: UserText("Opening hours", ru: "Часы работы", be: "Гадзіны працы")
        case .telephone: UserText("Telephone", ru: "Телефон", be: "Тэлефон")
        case .wheelchair:
            UserText("Wheelchair access", ru: "Доступ на коляске", be: "Доступ на вазку")
        case .price: UserText("Price of admission", ru: "Цена билета", be: "Цана білета")
        case .timeZone: UserText("Time zone", ru: "Часовой пояс", be: "Часавы пояс")
        }
    }
}
