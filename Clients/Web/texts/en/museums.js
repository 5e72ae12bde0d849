/** Texts of `screens/museums`. */
import { plural } from "../../core/plural.js";

const count = plural("en");

export default {
  title: "Museums",
  one: "Museum",
  /** @param {number} total @param {boolean} isExact @param {boolean} isInArea */
  found: (total, isExact, isInArea) =>
    `${count(total, "museum", "museums")}${isExact ? "" : " or more"}${isInArea ? " in this area" : ""}`,
  find: "Find a museum",
  findHint: "Museum or city",
  clear: "Clear",
  filters: "Filters",
  marked: "Your museums",
  subjects: "Subjects",
  /** @param {number} total */
  all: (total) => `All ${total}`,
  suggestions: "Suggestions",
  /** @param {number} number */
  suggested: (number) => count(number, "suggestion", "suggestions"),
  /** @param {string} words */
  allFor: (words) => `All results for “${words}”`,
  around: "Around you",
  choosePlace: "Choose a place",
  chosenPlace: "The chosen place",
  order: "Order",
  nearest: "Nearest",
  popular: "Best known",
  viewMap: "View map",
  backToMain: "Back to main",
  searchArea: "Search this area",
  inArea: "In this area",
  leaveArea: ": search everywhere",
  map: "Map of museums; the circles show the distance from you",
  mapFailed: "The map did not load.",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  locate: "Where I am",
  /** @param {number} number @param {boolean} isPile */
  cluster: (number, isPile) =>
    `${count(number, "museum", "museums")}${isPile ? " in one place: list them" : ", zoom in"}`,
  moreList: "Expand the list",
  lessList: "Collapse the list",
  /** @param {string} words */
  notFound: (words) => `Nothing matches “${words}”.`,
  didYouMean: "Results for",
  none: {
    title: "No museum found",
    sentence: "Check the spelling, or choose another subject.",
    inArea: "There is no such museum in this area. Move the map, or search everywhere.",
    action: "Show all museums",
  },
  unplaced: "Your position is not known, so the best-known museums come first.",
  denied: "The browser does not share your position. Allow it in the browser’s settings for this site.",
  notLocated: "The position could not be found.",
  signedOut: "With an account, the museums around you are here as a list and on the map.",
  /** @param {string} number */
  metres: (number) => `${number}\u00a0m`,
  /** @param {string} number */
  kilometres: (number) => `${number}\u00a0km`,
  inLanguage: { en: "in English", ru: "in Russian", be: "in Belarusian" },
  otherLanguage: {
    en: "This text is in English.",
    ru: "This text is in Russian: there is none in English yet.",
    be: "This text is in Belarusian: there is none in English yet.",
  },
  /** @param {number} year */
  founded: (year) => `founded in ${year}`,
  drawing: "A drawing by Vokol: there is no photograph of this museum yet",
  drawingInstead: "A drawing by Vokol; the photograph is on another site.",
  /** @param {string} credit */
  photograph: (credit) => `Photograph: ${credit}`,
  route: "Route",
  /** @param {string} distance */
  routeAway: (distance) => `Route, ${distance}`,
  /** @param {number} minutes */
  walk: (minutes) => `${count(minutes, "minute", "minutes")} on foot`,
  /** @param {string} distance */
  away: (distance) => `${distance} away`,
  onMap: "On the map",
  /** @param {string} distance */
  whereAway: (distance) => `${distance} from you, show on the map`,
  copyAddress: "Copy the address",
  copyCoordinates: "Copy the coordinates",
  copied: "Copied",
  notCopied: "The browser did not allow copying.",
  hours: "Opening hours are on the museum’s website",
  newTab: "opens in a new tab",
  nearby: "Nearby",
  similar: "Similar",
  allNearby: "Show all",
};
