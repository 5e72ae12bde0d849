/// An error of the operating system.
public struct SystemError: Error, Sendable, CustomStringConvertible {
    /// The purpose of the call that failed.
    public var purpose: String
    /// The error number, as in `errno`.
    public var code: Int32

    public init(_ purpose: String, code: Int32) {
        self.purpose = purpose
        self.code = code
    }

    /// The purpose and the error number, such as `no thread: error 11`.
    public var description: String { "\(purpose): error \(code)" }
}
