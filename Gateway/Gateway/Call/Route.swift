import Contract
import RPC

/// A public method: its declaration, and everything derived from it before calls arrive.
final class Route: Sendable {
    /// The index in ``RouteTable/routes``.
    let index: Int
    let declaration: MethodDeclaration
    /// The index of the method's service in `ServiceName.allCases`.
    let servicePlace: Int
    /// The method's name in UTF-8.
    let method: [UInt8]
    /// The method's name as written in calls to its service.
    let linkMethod: LinkMethod
    /// The HTTP binding; `nil` if there is none.
    let http: HTTPBinding?
    /// The parameters in the path, in the order of the path.
    let pathParameters: [QueryForm.Leaf]
    /// The parameters in the query; empty if the body has them.
    let query: QueryForm
    /// True if the parameters come in a body.
    let takesBody: Bool
    /// True if the parameters are the whole request, as built by ``RawForm``; the service then interprets
    /// `Authorization`.
    let isRaw: Bool
    /// True if HTTP gets the bytes of a `RawResult` instead of JSON.
    let sendsBytes: Bool
    /// True if results hold the tokens of a session, so that they are never compressed: the length of a compressed
    /// answer tells something about its content.
    let holdsTokens: Bool
    /// True if the refresh token may come from the session's cookie.
    let readsSession: Bool
    /// True if the device token may come from the device's cookie.
    let readsDevice: Bool
    /// The maximum length of an HTTP body, in bytes.
    let maximumBodyBytes: Int
    /// The text around the id in `Location`; `nil` unless the method creates something.
    let location: (prefix: [UInt8], suffix: [UInt8])?
    /// Returns the faults in parameters, as the service would report them.
    let faults: @Sendable (UnsafeRawBufferPointer) -> [RPCError.FieldFault]
    private let privateCaching: [UInt8]
    private let sharedCaching: [UInt8]
    /// True if the method can be called without signing in.
    let isOpen: Bool
    /// True if caches may show the result to everyone: nobody needs to sign in, and it does not depend on the caller.
    let isShared: Bool
    /// True if results carry an `ETag` and are compared with `If-None-Match`.
    let isConditional: Bool

    /// Creates a route.
    ///
    /// - Parameter openServices: the services whose openable methods need no sign-in.
    init<M: Method>(_ method: M.Type, index: Int, openServices: Set<ServiceName> = []) throws(RouteFault) {
        let declaration = M.declaration
        self.index = index
        self.declaration = declaration
        self.method = Array(declaration.name.utf8)
        guard let linkMethod = LinkMethod(declaration.name),
            let servicePlace = ServiceName.allCases.firstIndex(of: declaration.service)
        else { throw RouteFault("\(declaration.name) is not a valid method name") }
        self.linkMethod = linkMethod
        self.servicePlace = servicePlace
        http = declaration.http
        let takesBody = declaration.http?.takesBody ?? true
        self.takesBody = takesBody
        isRaw = declaration.http?.body == .raw
        sendsBytes = declaration.http?.sendsBytes == true
        holdsTokens = declaration.http?.form == .session
        readsSession = declaration.http?.body == .session
        readsDevice = declaration.http?.body == .device
        faults = { RPCError.FieldFault.all(of: M.Params.self, in: $0) }
        guard !isRaw || (M.Params.self == RawRequest.self && declaration.access == .anyone) else {
            throw RouteFault("\(declaration.name): only a method open to everyone can take raw requests")
        }
        guard !sendsBytes || M.Result.self == RawResult.self else {
            throw RouteFault("\(declaration.name): only a RawResult can be sent as bytes")
        }
        guard !sendsBytes || declaration.isSameForEveryone || declaration.caching == .none else {
            throw RouteFault("\(declaration.name): caches may keep bytes only if they are the same for everyone")
        }
        let requestBytes = declaration.maximumRequestBytes
        maximumBodyBytes = isRaw ? RawRequest.maximumBodyBytes(base64: requestBytes) : requestBytes
        let inPath = declaration.http?.pathParameters ?? []
        let (schema, components) = try Self.schema(of: M.Params.self)
        do throws(RouteFault) {
            query = try QueryForm(schema, components: components, only: takesBody ? [] : nil, without: inPath)
            let form = try QueryForm(schema, components: components, only: inPath)
            var leaves: [QueryForm.Leaf] = []
            for name in inPath {
                guard let leaf = form.leaves.first(where: { $0.member == name && $0.text == Array(name.utf8) }),
                    case .scalar = leaf.kind
                else { throw RouteFault("{\(name)} is not a plain member of the parameters") }
                leaves.append(leaf)
            }
            pathParameters = leaves
        } catch {
            throw RouteFault("\(declaration.name): \(error)")
        }
        if case .created(let template)? = declaration.http?.form {
            let parts = template.split(separator: "{", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[1].hasPrefix("id}") else {
                throw RouteFault("\(declaration.name): the location \(template) lacks {id}")
            }
            location = (Array(parts[0].utf8), Array(parts[1].dropFirst(3).utf8))
        } else {
            location = nil
        }
        (privateCaching, sharedCaching) = Self.caching(declaration)
        // Derived here, since each answer asks for them.
        isOpen =
            declaration.access.refusal(
                isSignedIn: false, process: nil, isOpen: openServices.contains(declaration.service)
            ) { _ in false } == nil
        if case .perCaller = declaration.caching { isShared = false } else { isShared = isOpen }
        isConditional = declaration.isConditional
    }

    /// Returns the `Cache-Control` field of a result, with its line break.
    ///
    /// - Parameter isOpen: true for a result that is the same for everyone, so that anyone may get it from a cache.
    func cacheControl(isOpen: Bool) -> [UInt8] { isOpen ? sharedCaching : privateCaching }

    private static func caching(_ declaration: MethodDeclaration) -> (private: [UInt8], shared: [UInt8]) {
        func field(_ value: String) -> [UInt8] { Array("Cache-Control: \(value)\r\n".utf8) }
        // Bytes that are fresh for a time are addressed by their hash, so that they never change.
        let suffix = declaration.http?.sendsBytes == true ? ", immutable" : ""
        func text(_ scope: String, _ seconds: Int) -> [UInt8] {
            field(seconds > 0 ? "\(scope), max-age=\(seconds)\(suffix)" : "\(scope), no-cache")
        }
        guard declaration.http?.verb == .get else { return (field("no-store"), field("no-store")) }
        switch declaration.caching {
        case .none: return (field("no-store"), field("no-store"))
        case .private(let seconds), .perCaller(let seconds):
            return (text("private", seconds), text("private", seconds))
        case .public(let seconds): return (text("private", seconds), text("public", seconds))
        }
    }

    private static func schema<Params: Decodable>(
        of type: Params.Type
    ) throws(RouteFault) -> (JSONNode, [String: JSONNode]) {
        var recorder = SchemaRecorder()
        do {
            let node = try recorder.schema(of: type)
            guard let reference = node["$ref"]?.text, let name = reference.split(separator: "/").last,
                let object = recorder.components[String(name)]
            else { return (node, recorder.components) }
            return (object, recorder.components)
        } catch {
            throw RouteFault("\(type): \(error)")
        }
    }
}

extension RawRequest {
    /// Returns the length of the longest body whose base64 fits in `bytes`.
    static func maximumBodyBytes(base64 bytes: Int) -> Int { bytes / 4 * 3 }
}
