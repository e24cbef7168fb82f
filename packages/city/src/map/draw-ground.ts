import type { Sheet } from './draw-sheet.js';
import { GROUND_STYLES } from './draw-style.js';
import { GROUND_KINDS, GROUND_LINES, GROUND_POINTS, type GroundShape } from './ground.js';

/** What lies on the ground, kind by kind. @returns SVG elements */
export function drawGround(ground: readonly GroundShape[], sheet: Sheet): string[] {
  return GROUND_KINDS.flatMap((kind) => {
    if (GROUND_POINTS.has(kind)) return [];
    const isLine = GROUND_LINES.has(kind);
    const path = sheet.path();
    for (const shape of ground)
      if (shape.kind === kind)
        for (const part of shape.parts)
          if (sheet.shows(part, 0, part.length / 2)) path.add(part, 0, part.length / 2, !isLine);
    const d = path.toString();
    if (d === '') return [];
    const { light, metres, pixels, dash } = GROUND_STYLES[kind];
    if (!isLine) return [`<path d="${d}" fill="${light}"/>`];
    const width = Math.max(pixels * sheet.unit, metres * sheet.scale);
    const dashes = dash ? ` stroke-dasharray="${dash.map((part) => (part * width).toFixed(1)).join(' ')}"` : '';
    return [
      `<path d="${d}" fill="none" stroke="${light}" stroke-width="${width.toFixed(2)}" stroke-linejoin="round"${dashes}/>`,
    ];
  });
}
