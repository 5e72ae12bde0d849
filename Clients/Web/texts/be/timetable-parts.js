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
  calendar: {
    title: "У вашым календары",
    sentence:
      "Каляндар на тэлефоне або камп’ютары можа падпісацца на гэты расклад. Ён пакажа заняткі і экзамены і будзе ўлічваць усе змены.",
    guest: "Увайдзіце, каб атрымаць адрас для календара.",
    make: (name) => `Атрымаць адрас: ${name}`,
    withSubgroup: (name, subgroup) => `${name}, падгрупа ${subgroup}`,
    address: "Адрас",
    copy: "Скапіяваць",
    copied: "Скапіявана",
    once:
      "Адрас паказаны толькі цяпер: дадайце яго ў каляндар як падпіску па адрасе. Кожны, хто яго ведае, зможа чытаць расклад.",
    made: "Вашы адрасы",
    madeOn: (date) => `атрыманы ${date}`,
    revoke: "Адклікаць",
    revokeTitle: "Адклікаць адрас?",
    revokeSentence: (name) => `Календары больш не змогуць чытаць па ім расклад: ${name}.`,
    revoked: "Адрас адкліканы",
  },
};
