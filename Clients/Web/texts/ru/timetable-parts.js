import { plural } from "../../core/plural.js";

const count = plural("ru");

/** @type {typeof import("../en/timetable-parts.js").default} */
export default {
  changes: {
    title: "Что изменилось",
    found: (number) => `С прошлого раза: ${count(number, "изменение", "изменения", "изменений")}`,
    show: "Показать",
    since: (time) => `По сравнению с расписанием на ${time}`,
    kinds: { added: "добавлено", removed: "отменено", changed: "изменено" },
    weeks: (weeks) => `недели ${weeks}`,
    onlyFirst: (number) => `Показаны только первые ${number}. Расписание почти полностью новое.`,
  },
  faculties: {
    noFaculty: "Без факультета",
    noSpeciality: "Без специальности",
    noCourse: "Курс не указан",
    course: (year) => `${year}\u00a0курс`,
  },
  rooms: {
    building: "Корпус",
    number: "Номер",
    type: "Назначение",
    seats: "Мест",
    department: "Кафедра",
    unknown: "В справочнике университета этой аудитории нет.",
    timetable: "Расписание аудитории",
    search: "Номер аудитории",
    found: "Найдено",
    nothingFound: (query) => `Нет аудитории по запросу «${query}»`,
    freeNow: "Свободны сейчас",
    freeThen: "Свободны в это время",
    allBuildings: "Все",
    day: "День",
    from: "С",
    to: "До",
    toNow: "Сейчас",
    seatsOf: (seats) => count(seats, "место", "места", "мест"),
    until: (time) => `до ${time}`,
    restOfDay: "до конца дня",
    none: "Свободных аудиторий нет",
    noneNote: "Выберите другое время или корпус.",
    notKnown: "Свободные аудитории неизвестны",
    notKnownNote:
      "Для этого дня прочитано слишком мало расписаний, или университет их ещё не опубликовал. Пока это так, ни одна аудитория не считается свободной.",
    warning: "Занятий в этих аудиториях нет, но они могут быть закрыты или заняты чем-то другим.",
    coverage: (groupsRead, groups, lecturersRead, lecturers) =>
      `По расписаниям групп (${groupsRead} из ${groups}) и преподавателей (${lecturersRead} из ${lecturers}).`,
    oldest: (time) => `Самое старое — на ${time}.`,
    incomplete: "Некоторых занятий может не хватать.",
  },
};
