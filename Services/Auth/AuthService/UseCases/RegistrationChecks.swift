import AuthContract
import Contract
import RPC
import Values

extension Auth.Declaration {
    /// Throws unless the person made the declaration in its current version.
    func check(_ text: DeclarationText) throws(RPCError) {
        guard isNotGovernmentMilitary else { throw RPCError.declarationRequired }
        guard version == text.version else { throw RPCError.declarationOutdated(text) }
    }
}

extension BirthDate {
    /// Throws `invalid-params` for a date on which nobody alive was born, or nobody of the minimum age.
    ///
    /// - Parameter pointer: the place of the date in the parameters.
    func checkRange(minimumAge: Int, now: Instant, at pointer: String) throws(RPCError) {
        if let fault = BirthDateRange(at: now, minimumAge: minimumAge).fault(in: self) {
            throw RPCError(fault, at: pointer, field: Self.fieldName)
        }
    }
}
