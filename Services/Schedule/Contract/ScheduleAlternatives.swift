public import Contract

/// The ways to name the owner of a timetable.
public enum SubjectAlternatives {
    public static let members = [["group"], ["lecturer"]]
}

extension Schedule.Day.Params: AlternativeParameters {
    public static var alternatives: [[String]] { SubjectAlternatives.members }
}

extension Schedule.Next.Params: AlternativeParameters {
    public static var alternatives: [[String]] { SubjectAlternatives.members }
}

extension Schedule.Exams.Params: AlternativeParameters {
    public static var alternatives: [[String]] { SubjectAlternatives.members }
}

extension Schedule.AddFavourite.Params: AlternativeParameters {
    public static var alternatives: [[String]] { SubjectAlternatives.members }
}
