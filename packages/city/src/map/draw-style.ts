import type { GroundKind } from './ground.js';

/** A colour for light and dark mode. */
export interface Tone {
  readonly light: string;
  readonly dark: string;
}

export const PAPER: Tone = { light: '#f6f3ec', dark: '#181c20' };
export const INK: Tone = { light: '#3a3733', dark: '#d8d4cc' };

/**
 * AOI colours by prefix of their urban land use (GB 50137-2011); the longest matching prefix wins, and the last row matches
 * any.
 */
export const LAND_STYLES: readonly (Tone & { readonly code: string; readonly label?: string })[] = [
  { code: 'R', light: '#eddcc6', dark: '#2a2c2e', label: 'homes' },
  { code: 'B', light: '#f0c6bc', dark: '#38292a', label: 'shops' },
  { code: 'B2', light: '#dccbe1', dark: '#302b38', label: 'offices' },
  { code: 'B3', light: '#e3e4b6', dark: '#2d301f' },
  { code: 'A', light: '#f3e2a0', dark: '#35301f', label: 'public services' },
  { code: 'A3', light: '#f5d88b', dark: '#38311b', label: 'schools' },
  { code: 'A5', light: '#f0bdca', dark: '#3a282f', label: 'hospitals' },
  { code: 'M', light: '#cdd2d8', dark: '#282d33', label: 'industry' },
  { code: 'W', light: '#cdd2d8', dark: '#282d33' },
  { code: 'S', light: '#dcdbdd', dark: '#2a2c31', label: 'transport' },
  { code: 'U', light: '#d9d5ca', dark: '#2b2b2c' },
  { code: 'G', light: '#c9e2b4', dark: '#203021', label: 'parks' },
  { code: 'G3', light: '#e6e5d2', dark: '#2a2d26', label: 'squares' },
  { code: 'E', light: '#dbe5c3', dark: '#242c20' },
  { code: 'H3', light: '#d2dcc2', dark: '#262c23' },
  { code: 'E1', light: '#aad0e6', dark: '#183444', label: 'water' },
  { code: '', light: '#e3ddd2', dark: '#25282c' },
];

/** Row of `LAND_STYLES` for a code. */
export function landStyle(code: string): number {
  let best = LAND_STYLES.length - 1;
  LAND_STYLES.forEach((style, row) => {
    if (code.startsWith(style.code) && style.code.length > LAND_STYLES[best].code.length) best = row;
  });
  return best;
}

/** Ground colours by kind. For lines: real width, and minimum on a picture; `dash` in widths. */
export const GROUND_STYLES: Readonly<
  Record<GroundKind, Tone & { readonly metres: number; readonly pixels: number; readonly dash?: readonly number[] }>
> = {
  field: { light: '#f3eed6', dark: '#1d201d', metres: 0, pixels: 0 },
  rock: { light: '#e4e0da', dark: '#22252a', metres: 0, pixels: 0 },
  built: { light: '#e9e3d9', dark: '#1f2327', metres: 0, pixels: 0 },
  green: { light: '#d4e8c2', dark: '#1e2b20', metres: 0, pixels: 0 },
  wood: { light: '#bddaa8', dark: '#1a291d', metres: 0, pixels: 0 },
  sand: { light: '#f4e7bd', dark: '#302c20', metres: 0, pixels: 0 },
  airport: { light: '#e5e2ec', dark: '#22242c', metres: 0, pixels: 0 },
  water: { light: '#aad0e6', dark: '#183444', metres: 0, pixels: 0 },
  stream: { light: '#aad0e6', dark: '#183444', metres: 3, pixels: 0.5 },
  river: { light: '#aad0e6', dark: '#183444', metres: 12, pixels: 1.1 },
  pier: { light: '#e9e3d9', dark: '#23282c', metres: 0, pixels: 0 },
  mole: { light: '#dcd5c9', dark: '#2a3034', metres: 4, pixels: 0.8 },
  apron: { light: '#d5d1df', dark: '#2b2e37', metres: 0, pixels: 0 },
  taxiway: { light: '#c6c2d1', dark: '#343743', metres: 20, pixels: 0.6 },
  runway: { light: '#b3aec1', dark: '#40434f', metres: 45, pixels: 1.6 },
  ferry: { light: '#7fa9c6', dark: '#2f5a70', metres: 2, pixels: 0.9, dash: [5, 4] },
  tram: { light: '#a9a3a0', dark: '#3d4248', metres: 1.2, pixels: 0.6 },
  rail: { light: '#8a8582', dark: '#4a5058', metres: 1.6, pixels: 0.9 },
  town: { light: '#3a3733', dark: '#d8d4cc', metres: 0, pixels: 0 },
  district: { light: '#6d655b', dark: '#a9a59d', metres: 0, pixels: 0 },
  bay: { light: '#4d7f9e', dark: '#6fa0bb', metres: 0, pixels: 0 },
};

/**
 * Roads by level: footpaths, then from the slowest roads to the fastest, which are drawn on top. `from`: minimum speed of a
 * level, km/h; `metres`: width of one carriageway; `pixels`: minimum on a picture.
 */
export const ROAD_STYLES = [
  {
    from: Number.NEGATIVE_INFINITY,
    fill: { light: '#b59f85', dark: '#3a3f45' },
    casing: { light: '#b59f85', dark: '#3a3f45' },
    metres: 2,
    pixels: 0.4,
  },
  {
    from: 0,
    fill: { light: '#ffffff', dark: '#30363d' },
    casing: { light: '#b3a898', dark: '#3a4149' },
    metres: 6,
    pixels: 0.55,
  },
  {
    from: 35,
    fill: { light: '#ffffff', dark: '#384048' },
    casing: { light: '#a4988a', dark: '#434b54' },
    metres: 7,
    pixels: 0.8,
  },
  {
    from: 45,
    fill: { light: '#fdeaa8', dark: '#4d4936' },
    casing: { light: '#b89a4c', dark: '#1a1c1c' },
    metres: 8,
    pixels: 1.3,
  },
  {
    from: 55,
    fill: { light: '#f9cf6e', dark: '#635635' },
    casing: { light: '#ae822e', dark: '#1a1c1c' },
    metres: 10,
    pixels: 1.8,
  },
  {
    from: 85,
    fill: { light: '#f0965c', dark: '#7a5230' },
    casing: { light: '#a3562a', dark: '#1a1c1c' },
    metres: 13,
    pixels: 2.4,
  },
] as const;

/**
 * Roads thinner than this, in pixels, are a single line in the colour of their casing: white ones would disappear on the
 * ground.
 */
export const THIN_ROAD = 1.05;

export const LIGHT = { fill: '#3f9b57', ring: '#ffffff' } as const;
export const POI_FILL = '#b4483f';
/** Public transport stops. */
export const STOP = { fill: '#2f66a8', ring: '#ffffff' } as const;

/** Named things on a map. */
export type NameKind = 'town' | 'district' | 'bay' | 'water' | 'green' | 'other' | 'river' | 'track' | 'road';

const BLUE: Tone = { light: '#4d7f9e', dark: '#6fa0bb' };
const GREY: Tone = { light: '#6b6575', dark: '#a39daf' };
/** Text style of names: font size in pixels of the standard picture, letter spacing in em. */
export const NAME_STYLES: Readonly<
  Record<
    NameKind,
    Tone & { readonly size: number; readonly weight?: number; readonly isItalic?: true; readonly spacing?: number }
  >
> = {
  town: { ...INK, size: 16, weight: 600 },
  district: { light: '#6d655b', dark: '#a9a59d', size: 12, spacing: 0.06 },
  bay: { ...BLUE, size: 12, isItalic: true },
  water: { ...BLUE, size: 11.5, isItalic: true },
  green: { light: '#4d6b3f', dark: '#8fae7d', size: 11.5 },
  other: { ...GREY, size: 11.5 },
  river: { ...BLUE, size: 11 },
  track: { ...GREY, size: 11 },
  road: { ...INK, size: 11 },
};
