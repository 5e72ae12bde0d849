import Contract
import NIOCore
import RPC
import Values

/// The answers with a result that is not in a JSON-RPC envelope.
extension EdgeResponse {
    /// Returns a response with a result in the form that the method declares.
    static func plain(_ result: ByteBuffer, of route: Route, _ request: EdgeRequest, _ edge: EdgeLoop) -> EdgeResponse {
        switch route.http?.form {
        case .noContent:
            var answer = EdgeResponse(status: 204)
            if request.usesSessionCookie { answer.add(SessionCookie.clearing) }
            return answer
        case .session where request.usesSessionCookie: return withCookie(result, request, at: edge.wallClock())
        case .created:
            return EdgeResponse(
                status: 201, contentType: ResponseFields.jsonType, body: result, fields: .created(route, result))
        case .raw(let types):
            guard let content = RawContent(result, types) else {
                let error = RPCError(.badUpstream, cause: "a raw result is malformed")
                return EdgeResponse(refusing: request, with: error, request.trace)
            }
            let tag = route.isConditional ? EntityTag(of: content.bytes) : nil
            let isKnown = tag.map(request.hasCurrent) == true
            return EdgeResponse(
                status: isKnown ? 304 : 200, contentType: isKnown ? nil : ResponseFields.type(content.mediaType),
                body: isKnown ? nil : content.bytes, fields: .bytes(route, tag))
        case .json, .session, nil:
            guard route.isConditional else {
                return EdgeResponse(
                    status: 200, contentType: ResponseFields.jsonType, body: result,
                    fields: .cacheable(route, nil))
            }
            let tag = EntityTag(of: result)
            let isKnown = request.hasCurrent(tag)
            return EdgeResponse(
                status: isKnown ? 304 : 200, contentType: isKnown ? nil : ResponseFields.jsonType,
                body: isKnown ? nil : result, fields: .cacheable(route, tag))
        }
    }

    /// Returns a response with the tokens of a session; the refresh token is in the cookie only.
    private static func withCookie(_ result: ByteBuffer, _ request: EdgeRequest, at now: Instant) -> EdgeResponse {
        do throws(RPCError) {
            let cut = try SessionCookie.cut(result, at: now)
            return EdgeResponse(
                status: 200, contentType: ResponseFields.jsonType, body: cut.result, fields: .noStore, more: cut.field)
        } catch {
            return EdgeResponse(refusing: request, with: error, request.trace)
        }
    }
}
