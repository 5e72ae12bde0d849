/// A failure that the operator can understand or fix, in one line with the cause and the remedy.
package struct OperatorError: Error, CustomStringConvertible, Equatable {
    package let description: String

    package init(_ description: String) { self.description = description }
}
