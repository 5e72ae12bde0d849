import AuthContract
import Contract
import RPC
import Values

extension Auth.Declaration {
    /// Throws unless the person made the declaration in its current version.
    func check() throws(RPCError) {
        guard isNotGovernmentMilitary else { throw RPCError.declarationRequired }
        guard version == DeclarationText.version else { throw RPCError.declarationOutdated }
    }
}

extension BirthDate {
    /// Throws `invalid-params` for a date on which nobody alive was born.
    ///
    /// - Parameter pointer: the place of the date in the parameters.
    func checkRange(now: Instant, at pointer: String) throws(RPCError) {
        if let fault = BirthDateRange(at: now).fault(in: self) {
            throw RPCError(fault, at: pointer, field: Self.fieldName)
        }
    }
}
