/// The origin of an answer that is not real data; absent for real data.
public enum AnswerSource: String, CaseIterable, Codable, Hashable, Sendable {
    /// The simulator of third-party services, which makes up plausible data.
    case simulator
}
