import Contract
import Contracts
import GatewayClient
import Values

/// Lists the public methods, for users and for shell completion.
enum MethodList {
    static var names: [String] { Methods.public.map { $0.declaration.name } }

    static var text: String {
        let width = names.map(\.count).max() ?? 0
        return Methods.public.map { method in
            let name = method.declaration.name
            return name + String(repeating: " ", count: width - name.count + 2) + TypeDocumentation.of(method).summary
        }.joined(separator: "\n")
    }

    /// Describes the parameters and errors of a method.
    static func text(of shape: MethodShape) -> String {
        var lines = ["\(shape.declaration.name): \(shape.summary)"]
        if let http = shape.declaration.http { lines.append("HTTP: \(http.verb.rawValue) \(http.path)") }
        for parameter in shape.parameters {
            let need = parameter.isRequired ? "" : ", optional"
            let summary = parameter.summary.isEmpty ? "" : ": \(parameter.summary)"
            lines.append("  \(parameter.name) (\(parameter.kind)\(need))\(summary)")
        }
        for reason in shape.declaration.reasons {
            lines.append("  fails with \(reason.reason) (\(reason.code.name)): \(reason.sentence.english)")
        }
        return lines.joined(separator: "\n")
    }

    /// Returns the completions that a shell offers after the words typed so far.
    static func completions(of words: [String]) -> [String] {
        guard let name = words.first(where: { names.contains($0) }), let shape = try? MethodShape(name) else {
            return []
        }
        return shape.parameters.map { "\($0.name)=" }
    }
}
