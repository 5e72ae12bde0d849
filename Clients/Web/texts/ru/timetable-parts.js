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
  calendar: {
    title: "В вашем календаре",
    sentence:
      "Календарь на телефоне или компьютере может подписаться на это расписание. Он покажет занятия и экзамены и будет учитывать все изменения.",
    guest: "Войдите, чтобы получить адрес для календаря.",
    make: (name) => `Получить адрес: ${name}`,
    withSubgroup: (name, subgroup) => `${name}, подгруппа ${subgroup}`,
    address: "Адрес",
    copy: "Скопировать",
    copied: "Скопировано",
    once:
      "Адрес показан только сейчас: добавьте его в календарь как подписку по адресу. Любой, кто его знает, сможет читать расписание.",
    made: "Ваши адреса",
    madeOn: (date) => `получен ${date}`,
    revoke: "Отозвать",
    revokeTitle: "Отозвать адрес?",
    revokeSentence: (name) => `Календари больше не смогут читать по нему расписание: ${name}.`,
    revoked: "Адрес отозван",
  },
};
