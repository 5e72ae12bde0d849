/** The part of Leaflet that the map uses. It is loaded after the policy that it needs. */
import "./trusted.js";
// @ts-types="./leaflet.d.ts"
export { Circle, DivIcon, DomEvent, GridLayer, LatLngBounds, Map, Marker, TileLayer } from "leaflet";
