/** Fill of AOIs by the beginning of their urban land use (GB 50137-2011); the longest code that fits counts. */
export const LAND_USE_FILL: readonly { readonly code: string; readonly fill: string; readonly label?: string }[] = [
  { code: 'R', fill: '#f0e2cf', label: 'homes' },
  { code: 'B', fill: '#f4cfc7', label: 'shops' },
  { code: 'B2', fill: '#e3d3e6', label: 'offices' },
  { code: 'A', fill: '#f5e6ab', label: 'public services' },
  { code: 'A3', fill: '#f7dd98', label: 'schools' },
  { code: 'A5', fill: '#f2c4cf', label: 'hospitals' },
  { code: 'M', fill: '#ccd2d9', label: 'industry' },
  { code: 'W', fill: '#ccd2d9' },
  { code: 'S', fill: '#e2e2e2', label: 'transport' },
  { code: 'U', fill: '#dad7cd' },
  { code: 'G', fill: '#c4dfb0', label: 'parks' },
  { code: 'G3', fill: '#e4e6cf', label: 'squares' },
  { code: 'E', fill: '#dbe5c3' },
  { code: 'E1', fill: '#a9cde3', label: 'water' },
];

/** AOIs whose land use is not known. */
export const OTHER_FILL = '#e6e1d8';
export const PAPER = '#faf8f3';
export const INK = '#3a3733';

/** Roads from the slowest to the fastest, which is drawn on top: km/h from which a class begins. */
export const ROAD_STYLES = [
  { from: 0, fill: '#ffffff', casing: '#9f968a', minWidth: 0.8 },
  { from: 35, fill: '#ffffff', casing: '#8b8276', minWidth: 1.2 },
  { from: 45, fill: '#fbe08a', casing: '#a88a35', minWidth: 1.7 },
  { from: 55, fill: '#f6bf4f', casing: '#a3761c', minWidth: 2.2 },
  { from: 85, fill: '#ec8a4f', casing: '#97491a', minWidth: 2.8 },
] as const;

export const FOOTWAY = '#b59f85';
export const LIGHT = { fill: '#3f9b57', ring: '#ffffff' } as const;
export const POI_FILL = '#b4483f';

export function landUseFill(code: string | undefined): string {
  let best: { code: string; fill: string } | undefined;
  for (const style of LAND_USE_FILL) {
    if (code?.startsWith(style.code) && (best === undefined || style.code.length > best.code.length)) best = style;
  }
  return best?.fill ?? OTHER_FILL;
}
