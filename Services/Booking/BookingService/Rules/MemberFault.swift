import Values

/// An invalid member of a call's parameters.
struct MemberFault: Error, Equatable {
    /// The member, as a JSON Pointer into the parameters.
    var pointer: String
    var fault: ValueFault

    init(_ fault: ValueFault, at pointer: String) {
        self.pointer = pointer
        self.fault = fault
    }
}

/// The invalid members of a call's parameters, at least one.
struct MemberFaults: Error, Equatable {
    let faults: [MemberFault]
}
