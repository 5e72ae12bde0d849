/// Something that the operator has to know or to do; its description is one line that says what.
struct OperatorError: Error, CustomStringConvertible, Equatable {
    let description: String

    init(_ description: String) { self.description = description }
}
