import Values

/// The rules for parameters in paths and queries.
extension ValueFault {
    static let badlyEncoded = ValueFault(
        "encoding",
        UserText(
            "is not percent-encoded correctly", ru: "ошибка в процентном кодировании",
            be: "памылка ў працэнтным кадаванні"))
    static let givenByPath = ValueFault(
        "in-path",
        UserText("is already given in the path", ru: "уже указано в пути", be: "ужо ўказана ў шляху"))

    /// The parameter is an object, written member by member.
    static func members(_ names: [String]) -> ValueFault {
        let form = names.map { "\($0)=…" }.joined(separator: "&")
        return ValueFault(
            "members", limits: [("members", .texts(names))],
            UserText("is written as \(form)", ru: "запишите в виде \(form)", be: "запішыце ў выглядзе \(form)"))
    }
}
