public import Contract
import Values

/// The reasons of the errors of bookings.
extension Booking {
    public static let slotTaken = ErrorReason(
        .conflict, "slot-taken",
        UserText(
            "This time is taken, closed or not yet open for booking. Choose another.",
            ru: "Это время занято, закрыто или ещё недоступно для бронирования. Выберите другое.",
            be: "Гэты час заняты, закрыты або яшчэ недаступны для браніравання. Выберыце іншы."),
        details: FreeSlots.self)
    public static let past = ErrorReason(
        .conflict, "past",
        UserText(
            "The set at this time has already started. Choose a later time.",
            ru: "Сет в это время уже начался. Выберите более позднее время.",
            be: "Сэт у гэты час ужо пачаўся. Выберыце пазнейшы час."),
        details: FreeSlots.self)
    public static let notASlot = ErrorReason(
        .invalidParams, "not-a-slot",
        UserText(
            "This time cannot be booked. Choose another.",
            ru: "На это время забронировать нельзя. Выберите другое.",
            be: "На гэты час забраніраваць нельга. Выберыце іншы."))
    public static let holdCooldown = ErrorReason(
        .quotaExceeded, "hold-cooldown",
        UserText(
            "You are holding times too often. Wait a moment.",
            ru: "Вы придерживаете время слишком часто. Подождите немного.",
            be: "Вы прытрымліваеце час занадта часта. Пачакайце крыху."))
    public static let holdExpired = ErrorReason(
        .conflict, "hold-expired",
        UserText(
            "The hold has ended. Choose the time again.",
            ru: "Время больше не придержано для вас. Выберите его снова.",
            be: "Час больш не прытрыманы для вас. Выберыце яго зноў."))
    public static let suspended = ErrorReason(
        .forbidden, "suspended",
        UserText(
            "An administrator has temporarily barred you from booking.",
            ru: "Администратор временно запретил вам бронировать.",
            be: "Адміністратар часова забараніў вам браніраваць."),
        details: Restriction.self)
    public static let prepayOnly = ErrorReason(
        .forbidden, "prepay-only",
        UserText(
            "For now you can book only with a pass.",
            ru: "Пока вы можете бронировать только по абонементу.",
            be: "Пакуль вы можаце браніраваць толькі па абанеменце."),
        details: Restriction.self)
    public static let tooManyBookings = ErrorReason(
        .conflict, "too-many-bookings",
        UserText(
            "You have the maximum number of upcoming bookings. Cancel one first.",
            ru: "У вас уже максимальное число будущих броней. Сначала отмените одну из них.",
            be: "У вас ужо максімальная колькасць будучых браніраванняў. Спачатку скасуйце адно з іх."))
    public static let notEnoughSets = ErrorReason(
        .conflict, "not-enough-sets",
        UserText(
            "Your passes do not have enough sets that are valid at that time.",
            ru: "На ваших абонементах не хватает сетов, которые действуют в это время.",
            be: "На вашых абанементах не хапае сэтаў, якія дзейнічаюць у гэты час."))
    public static let alreadyStarted = ErrorReason(
        .conflict, "already-started",
        UserText(
            "The booking has already started.",
            ru: "Время брони уже наступило.",
            be: "Час браніравання ўжо надышоў."))
    public static let notBooked = ErrorReason(
        .conflict, "not-booked",
        UserText(
            "The booking is cancelled or over.",
            ru: "Бронь отменена или уже завершена.",
            be: "Браніраванне скасавана або ўжо завершана."))
}

/// The reasons why a customer cannot pay at the park.
extension Booking {
    public static let phoneNeeded = ErrorReason(
        .forbidden, "phone-needed",
        UserText(
            "To pay at the park, add your telephone number to your account. Or book with a pass.",
            ru: "Чтобы платить в парке, добавьте в профиль номер телефона. Или бронируйте по абонементу.",
            be: "Каб плаціць у парку, дадайце ў профіль нумар тэлефона. Або браніруйце па абанеменце."))
    public static let newcomerLimit = ErrorReason(
        .conflict, "newcomer-limit",
        UserText(
            "Until your first visit you can book only a few sets to pay at the park. Come once, or book with a pass.",
            ru:
                "До первого визита с оплатой в парке можно забронировать лишь несколько сетов. Приезжайте или бронируйте по абонементу.",
            be:
                "Да першага візіту з аплатай у парку можна забраніраваць толькі некалькі сэтаў. Прыязджайце або браніруйце па абанеменце."
        ))
}

/// The reasons of the errors of the park's staff and administrators.
extension Booking {
    public static let tooEarly = ErrorReason(
        .conflict, "too-early",
        UserText(
            "The booking has not started yet.",
            ru: "Время брони ещё не наступило.",
            be: "Час браніравання яшчэ не надышоў."))
    public static let notOwed = ErrorReason(
        .conflict, "not-owed",
        UserText(
            "The customer owes less than this amount.",
            ru: "Долг клиента меньше этой суммы.",
            be: "Доўг кліента меншы за гэтую суму."))
    public static let alreadyDecided = ErrorReason(
        .conflict, "already-decided",
        UserText(
            "This case has already been decided.",
            ru: "Решение по этому случаю уже принято.",
            be: "Рашэнне па гэтым выпадку ўжо прынята."))
    public static let notDecided = ErrorReason(
        .conflict, "not-decided",
        UserText(
            "This case has no decision to reverse.",
            ru: "По этому случаю ещё нет решения, которое можно отменить.",
            be: "Па гэтым выпадку яшчэ няма рашэння, якое можна скасаваць."))
    public static let versionChanged = ErrorReason(
        .conflict, "version-changed",
        UserText(
            "Someone has changed the settings in the meantime. Reload them and try again.",
            ru: "Кто-то успел изменить настройки. Загрузите их снова и повторите попытку.",
            be: "Нехта паспеў змяніць налады. Загрузіце іх зноў і паўтарыце спробу."))
}

/// The reasons of the errors of passes and payments.
extension Booking {
    public static let noSuchProduct = ErrorReason(
        .notFound, "no-such-product",
        UserText(
            "The park does not sell this pass.",
            ru: "Парк не продаёт такой абонемент.",
            be: "Парк не прадае такі абанемент."))
    public static let tooManyUnpaid = ErrorReason(
        .conflict, "too-many-unpaid",
        UserText(
            "Five of your payments are waiting. Pay one of them, or wait until one expires.",
            ru: "У вас пять неоплаченных покупок. Оплатите одну из них или подождите, пока одна истечёт.",
            be: "У вас пяць неаплачаных пакупак. Аплаціце адну з іх або пачакайце, пакуль адна скончыцца."))
    public static let paymentsUnavailable = ErrorReason(
        .unavailable, "payments-unavailable",
        UserText(
            "Payments are not available at the moment. Try again later.",
            ru: "Сейчас оплата недоступна. Попробуйте позже.",
            be: "Цяпер аплата недаступная. Паспрабуйце пазней."))
    public static let notPaid = ErrorReason(
        .conflict, "not-paid",
        UserText(
            "The payment has not been completed.",
            ru: "Платёж не был завершён.",
            be: "Плацёж не быў завершаны."))
    public static let passUsed = ErrorReason(
        .conflict, "pass-used",
        UserText(
            "Some sets of the pass have been used, have expired or are reserved for bookings.",
            ru: "Часть сетов абонемента использована, отложена для броней или уже не действует.",
            be: "Частка сэтаў абанемента выкарыстана, адкладзена для браніраванняў або ўжо не дзейнічае."))
    public static let refundRefused = ErrorReason(
        .conflict, "refund-refused",
        UserText(
            "The payment provider rejected the refund. The pass is unchanged.",
            ru: "Платёжная система отклонила возврат. Абонемент не изменился.",
            be: "Плацежная сістэма адхіліла вяртанне. Абанемент не змяніўся."))
    public static let notBelieved = ErrorReason(
        .forbidden, "not-believed",
        UserText(
            "The signature is invalid, or no payment matches the notification.",
            ru: "Подпись неверна, или уведомлению не соответствует ни один платёж.",
            be: "Подпіс няправільны, або паведамленню не адпавядае ніводзін плацёж."))
}
