/** A booking as a calendar file (RFC 5545). */

/** @param {string | number} instant */
const stamp = (instant) => new Date(instant).toISOString().replace(/[-:]|\.\d+/g, "");

/** @param {string} text */
const escape = (text) => text.replace(/[\\;,]/g, "\\$&").replace(/\n/g, "\\n");

/** Folds a line at 75 bytes; continuation lines begin with a space. @param {string} line */
function fold(line) {
  const parts = [""];
  let size = 0;
  for (const character of line) {
    const bytes = new TextEncoder().encode(character).length;
    if (size + bytes > 74) {
      parts.push(" ");
      size = 1;
    }
    parts[parts.length - 1] += character;
    size += bytes;
  }
  return parts.join("\r\n");
}

/**
 * @param {{ id: string, startsAt: string, endsAt: string, madeAt: string, moves?: number }} booking
 * @param {{ title: string, address: string, location: { latitude: number, longitude: number } }} event
 */
export function calendarFile(booking, { title, address, location }) {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Vokol//Wake park//EN",
    "BEGIN:VEVENT",
    `UID:${booking.id}@vokol`,
    `DTSTAMP:${stamp(booking.madeAt)}`,
    `SEQUENCE:${booking.moves ?? 0}`,
    `DTSTART:${stamp(booking.startsAt)}`,
    `DTEND:${stamp(booking.endsAt)}`,
    `SUMMARY:${escape(title)}`,
    `LOCATION:${escape(address)}`,
    `GEO:${location.latitude};${location.longitude}`,
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    `DESCRIPTION:${escape(title)}`,
    "TRIGGER:-PT2H30M",
    "END:VALARM",
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map(fold).join("\r\n") + "\r\n";
}
