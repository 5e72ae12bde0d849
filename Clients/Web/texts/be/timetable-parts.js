import { plural } from "../../core/plural.js";

const count = plural("be");

/** @type {typeof import("../en/timetable-parts.js").default} */
export default {
  changes: {
    title: "Што змянілася",
    found: (number) => `З мінулага разу: ${count(number, "змена", "змены", "змен")}`,
    show: "Паказаць",
    since: (time) => `У параўнанні з раскладам на ${time}`,
    kinds: { added: "дададзена", removed: "адменена", changed: "зменена" },
    weeks: (weeks) => `тыдні ${weeks}`,
    onlyFirst: (number) => `Паказаны толькі першыя ${number}. Расклад амаль цалкам новы.`,
  },
  faculties: {
    noFaculty: "Без факультэта",
    noSpeciality: "Без спецыяльнасці",
    noCourse: "Курс не пазначаны",
    course: (year) => `${year}\u00a0курс`,
  },
  rooms: {
    building: "Корпус",
    number: "Нумар",
    type: "Прызначэнне",
    seats: "Месцаў",
    department: "Кафедра",
    unknown: "У даведніку ўніверсітэта гэтай аўдыторыі няма.",
    timetable: "Расклад аўдыторыі",
    search: "Нумар аўдыторыі",
    found: "Знойдзена",
    nothingFound: (query) => `Няма аўдыторыі па запыце «${query}»`,
    freeNow: "Вольныя цяпер",
    freeThen: "Вольныя ў гэты час",
    allBuildings: "Усе",
    day: "Дзень",
    from: "З",
    to: "Да",
    toNow: "Цяпер",
    seatsOf: (seats) => count(seats, "месца", "месцы", "месцаў"),
    until: (time) => `да ${time}`,
    restOfDay: "да канца дня",
    none: "Вольных аўдыторый няма",
    noneNote: "Выберыце іншы час або корпус.",
    notKnown: "Вольныя аўдыторыі невядомыя",
    notKnownNote:
      "Для гэтага дня прачытана замала раскладаў, або ўніверсітэт іх яшчэ не апублікаваў. Пакуль гэта так, ніводная аўдыторыя не лічыцца вольнай.",
    warning: "Заняткаў у гэтых аўдыторыях няма, але яны могуць быць зачыненыя або занятыя нечым іншым.",
    coverage: (groupsRead, groups, lecturersRead, lecturers) =>
      `Паводле раскладаў груп (${groupsRead} з ${groups}) і выкладчыкаў (${lecturersRead} з ${lecturers}).`,
    oldest: (time) => `Самы стары — на ${time}.`,
    incomplete: "Некаторых заняткаў можа не хапаць.",
  },
};
