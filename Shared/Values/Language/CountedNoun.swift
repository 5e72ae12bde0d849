/// The forms of a Russian or Belarusian noun beside a number.
package struct CountedNoun: Sendable {
    /// After 1, 21, 31 and so on.
    let one: String
    /// After 2 to 4, 22 to 24 and so on.
    let few: String
    /// After 5 to 20, 25 to 30 and so on.
    let many: String

    package init(one: String, few: String, many: String) {
        self.one = one
        self.few = few
        self.many = many
    }

    /// Returns the number with the noun, such as `2 символа`.
    package func counting(_ number: Int) -> String {
        let form =
            switch (number % 10, number % 100) {
            case (1, let hundredth) where hundredth != 11: one
            case (2...4, let hundredth) where !(12...14).contains(hundredth): few
            default: many
            }
        return "\(number) \(form)"
    }
}
