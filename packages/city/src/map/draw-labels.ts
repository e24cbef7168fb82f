import { markupText } from '@itinera/base';
import type { CityMap } from './city-map.js';
import type { Sheet } from './draw-sheet.js';
import { NAME_STYLES, PAPER } from './draw-style.js';
import type { GroundShape } from './ground.js';
import { groundNames, placeNames, roadNames } from './map-names.js';
import { layOutNames, type PlacedName } from './name-layout.js';

/**
 * The names on a picture.
 * @returns SVG elements
 */
export function drawLabels(map: CityMap, ground: readonly GroundShape[], sheet: Sheet): string[] {
  const lines = [...groundNames(ground), ...roadNames(map)];
  return layOutNames(placeNames(map, ground), lines, sheet).map(drawLabel);
}

function drawLabel({ text, kind, size, at }: PlacedName, i: number): string {
  const { light, weight, isItalic, spacing } = NAME_STYLES[kind];
  const more = [
    weight === undefined ? '' : ` font-weight="${weight}"`,
    spacing === undefined ? '' : ` letter-spacing="${(spacing * size).toFixed(2)}"`,
    isItalic ? ' font-style="italic"' : '',
  ].join('');
  const style =
    `text-anchor="middle" font-size="${size.toFixed(1)}" fill="${light}" stroke="${PAPER.light}" stroke-opacity=".85" ` +
    `stroke-width="${(size / 4).toFixed(1)}" stroke-linejoin="round" paint-order="stroke"${more}`;
  const [x, y] = [at[0].toFixed(1), at[1].toFixed(1)];
  if (at.length === 2) return `<text x="${x}" y="${y}" dy=".35em" ${style}>${markupText(text)}</text>`;
  const d = `M${Array.from(at, (value) => value.toFixed(1)).join(' ')}`;
  return (
    `<path id="l${i}" d="${d}" fill="none"/>` +
    `<text dy=".35em" ${style}><textPath href="#l${i}" startOffset="50%">${markupText(text)}</textPath></text>`
  );
}
