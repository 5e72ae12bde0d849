/// Where an answer comes from, if not from the world outside; absent for what is real.
public enum AnswerSource: String, CaseIterable, Codable, Hashable, Sendable {
    /// The stand-in for third parties: plausible, and invented.
    case simulator
}
