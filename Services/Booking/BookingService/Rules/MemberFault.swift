/// An invalid member of a call's parameters.
struct MemberFault: Error, Equatable {
    /// The member, as a JSON Pointer into the parameters.
    var pointer: String
    var detail: String
}
