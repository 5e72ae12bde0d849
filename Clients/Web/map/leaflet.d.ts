/** The types of the part of Leaflet that the map uses; Leaflet comes without declarations. */
export interface Point {
  x: number;
  y: number;
}
export interface LatLng {
  lat: number;
  lng: number;
}
export type Place = LatLng | [number, number];
// deno-lint-ignore no-explicit-any
type Options = Record<string, any>;

declare class Evented {
  // deno-lint-ignore no-explicit-any
  on(names: string, listener: (event: any) => void): this;
  off(): this;
}

export class LatLngBounds {
  constructor(corner: Place, opposite: Place);
  getWest(): number;
  getSouth(): number;
  getEast(): number;
  getNorth(): number;
  getCenter(): LatLng;
}

export class Layer extends Evented {
  addTo(map: Map): this;
  remove(): this;
}

export class GridLayer extends Layer {
  constructor(options?: Options);
  // deno-lint-ignore no-explicit-any
  static extend(members: Record<string, any>): new (...values: any[]) => GridLayer;
  getTileSize(): Point;
}

export class TileLayer extends GridLayer {
  constructor(url: string, options?: Options);
}

export class Circle extends Layer {
  constructor(place: Place, options: Options);
}

export class DivIcon {
  constructor(options: Options);
}

export class Marker extends Layer {
  constructor(place: Place, options: Options);
  setZIndexOffset(offset: number): this;
  setLatLng(place: Place): this;
}

export class Map extends Evented {
  constructor(element: HTMLElement, options: Options);
  dragging: { moved(): boolean };
  setView(centre: Place, zoom: number, options?: Options): this;
  fitBounds(bounds: LatLngBounds, options?: Options): this;
  panInside(place: Place, options?: Options): this;
  getBounds(): LatLngBounds;
  getBoundsZoom(bounds: LatLngBounds, isInside: boolean, padding: number[]): number;
  getCenter(): LatLng;
  getSize(): Point;
  getZoom(): number;
  getMinZoom(): number;
  getMaxZoom(): number;
  zoomIn(): this;
  zoomOut(): this;
  invalidateSize(options?: Options): this;
  getContainer(): HTMLElement;
  remove(): this;
}

export const DomEvent: {
  disableClickPropagation(element: HTMLElement): void;
  disableScrollPropagation(element: HTMLElement): void;
};
