public import Contract
import Values

/// The reasons of the errors of marks.
extension Museums {
    public static let unknownMuseum = ErrorReason(
        .notFound, "unknown-museum",
        UserText(
            "The catalogue does not contain this museum.",
            ru: "В каталоге нет этого музея.",
            be: "У каталогу няма гэтага музея."))
    public static let tooManyMarks = ErrorReason(
        .conflict, "too-many-marks",
        UserText(
            "You have marked the maximum number of museums. Remove a mark first.",
            ru: "Отмечено максимальное число музеев. Сначала снимите одну из отметок.",
            be: "Адзначана максімальная колькасць музеяў. Спачатку зніміце адну з адзнак."))
}
