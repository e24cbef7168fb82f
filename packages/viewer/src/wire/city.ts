import type { Plane } from './replay.js';

/** A colour by day and by night. */
export interface DayNight {
  readonly light: string;
  readonly dark: string;
}

/** How a line is drawn: the width in truth, and the least on the screen; `dash` in widths. */
export interface LineStyle {
  readonly metres: number;
  readonly pixels: number;
  readonly dash?: readonly number[];
}

/** How a city looks, by the numbers of its kinds; the same as on the pictures of `asbench map draw`. */
export interface CityStyle {
  readonly land: readonly DayNight[];
  readonly ground: readonly (DayNight & LineStyle & { readonly isLine: boolean })[];
  readonly roads: readonly (LineStyle & { readonly fill: DayNight; readonly casing: DayNight })[];
  /** Pixels below which a road is one line. */
  readonly thin: number;
}

/** What a city's geometry says of itself. */
export interface CityHead {
  readonly plane: Plane;
  /** The plane of what lies on the ground, which is cut farther out than the streets are. */
  readonly groundPlane: Plane;
  readonly name: string;
  readonly source: string;
  readonly style: CityStyle;
  /** Names by number; number 0 is none. */
  readonly texts: readonly string[];
}
