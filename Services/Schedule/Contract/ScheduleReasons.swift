public import Contract
import Values

/// The reasons of the errors of timetables, catalogues and favourites.
extension Schedule {
    public static let unknownGroup = ErrorReason(
        .notFound, "unknown-group",
        UserText(
            "The university has no group with this number.",
            ru: "В университете нет группы с таким номером.",
            be: "Ва ўніверсітэце няма групы з такім нумарам."))
    public static let unknownLecturer = ErrorReason(
        .notFound, "unknown-lecturer",
        UserText(
            "The university has no such lecturer.",
            ru: "В университете нет такого преподавателя.",
            be: "Ва ўніверсітэце няма такога выкладчыка."))
    public static let unknownRoom = ErrorReason(
        .notFound, "unknown-room",
        UserText(
            "The university has no such room, and no lesson takes place there.",
            ru: "В университете нет такой аудитории, и занятий в ней нет.",
            be: "Ва ўніверсітэце няма такой аўдыторыі, і заняткаў у ёй няма."))
    public static let tooManyFavourites = ErrorReason(
        .conflict, "too-many-favourites",
        UserText(
            "You have the maximum number of favourites. Remove one first.",
            ru: "В избранном уже максимальное число записей. Сначала удалите одну из них.",
            be: "У абраным ужо максімальная колькасць запісаў. Спачатку выдаліце адзін з іх."))

    public static let timetableUnavailable = ErrorReason(
        .unavailable, "timetable-unavailable",
        UserText(
            "The university's server does not answer, and there is no saved copy of the timetable. Try again later.",
            ru: "Сервер университета не отвечает, а сохранённой копии расписания нет. Попробуйте позже.",
            be: "Сервер універсітэта не адказвае, а захаванай копіі раскладу няма. Паспрабуйце пазней."))
    public static let timetableUnreadable = ErrorReason(
        .badUpstream, "timetable-unreadable",
        UserText(
            "The university's timetable cannot be read at the moment, and there is no saved copy. Try again later.",
            ru: "Расписание университета сейчас не удаётся прочитать, а сохранённой копии нет. Попробуйте позже.",
            be: "Расклад універсітэта цяпер не ўдаецца прачытаць, а захаванай копіі няма. Паспрабуйце пазней."))
    public static let catalogueUnavailable = ErrorReason(
        .unavailable, "catalogue-unavailable",
        UserText(
            "The university's server does not answer, and there is no saved copy of the list. Try again later.",
            ru: "Сервер университета не отвечает, а сохранённой копии списка нет. Попробуйте позже.",
            be: "Сервер універсітэта не адказвае, а захаванай копіі спіса няма. Паспрабуйце пазней."))
    public static let catalogueUnreadable = ErrorReason(
        .badUpstream, "catalogue-unreadable",
        UserText(
            "The university's list cannot be read at the moment, and there is no saved copy. Try again later.",
            ru: "Список университета сейчас не удаётся прочитать, а сохранённой копии нет. Попробуйте позже.",
            be: "Спіс універсітэта цяпер не ўдаецца прачытаць, а захаванай копіі няма. Паспрабуйце пазней."))

    static let timetableReasons = [unknownGroup, unknownLecturer, timetableUnavailable, timetableUnreadable]
    static let catalogueReasons = [catalogueUnavailable, catalogueUnreadable]
    static let roomReasons = [unknownRoom] + catalogueReasons
}
