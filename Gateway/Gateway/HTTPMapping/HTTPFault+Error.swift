import Contract
import HTTPParsing
import RPC
import Values

extension HTTPFault {
    /// The error that the client receives.
    var error: RPCError {
        switch self {
        case .headTooLarge, .tooManyFields, .lineTooLong, .bodyTooLarge:
            RPCError(.tooLarge, faults: [RPCError.FieldFault(.malformed(rawValue), at: "")])
        default:
            RPCError(.invalidRequest, faults: [RPCError.FieldFault(.malformed(rawValue), at: "")])
        }
    }
}
