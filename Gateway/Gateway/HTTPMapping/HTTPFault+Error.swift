import Contract
import HTTPParsing
import RPC

extension HTTPFault {
    /// The error that the client receives.
    var error: RPCError {
        switch self {
        case .headTooLarge, .tooManyFields, .lineTooLong, .bodyTooLarge:
            RPCError(.tooLarge, faults: [RPCError.FieldFault(pointer: "", detail: rawValue)])
        default:
            RPCError(.invalidRequest, faults: [RPCError.FieldFault(pointer: "", detail: rawValue)])
        }
    }
}
