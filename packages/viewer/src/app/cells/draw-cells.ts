import { beyondChance, type CellCount, type CellCounts, type CellGrid, CHANCE } from '../../wire/cells.js';
import type { Camera } from '../player/camera.js';
import { toPlane } from '../player/city.js';
import { cleared } from '../player/overlays.js';
import { colour } from '../theme.js';

/** Limits of the classes of a difference, in standard errors. */
export const CLASSES = [CHANCE, 3, 5] as const;
export const CELL_COLOURS = { more: 'c4', fewer: 'c1', people: 'overlay' } as const;
const SHADES = [0.4, 0.65, 0.9] as const;

/** The opacity of a difference; 0 for one that chance gives. */
export function shadeOf(beyond: number): number {
  const reached = CLASSES.findLastIndex((limit) => Math.abs(beyond) >= limit);
  return reached < 0 ? 0 : SHADES[reached]!;
}

/** The opacity of a number of people. */
export const density = (people: number, most: number): number =>
  people === 0 ? 0 : 0.12 + 0.78 * Math.sqrt(people / Math.max(1, most));

/** The largest number of people in a cell of either set. */
export const mostPeople = ({ cells }: CellCounts): number =>
  cells.reduce((most, { first, second }) => Math.max(most, first, second), 1);

export interface CellsToDraw {
  readonly counts: CellCounts;
  readonly cells: CellGrid;
  /** Differences, or people of the first set to the left of a share of the width and of the second to its right. */
  readonly split: 'differences' | number;
  /** Whether cells without a difference are marked, for lack of a map below them. */
  readonly marksPeople: boolean;
}

export function drawCells(canvas: HTMLCanvasElement, camera: Camera, drawn: CellsToDraw): void {
  const { counts, cells, split, marksPeople } = drawn;
  const context = cleared(canvas);
  const fill = (part: readonly CellCount[], name: string, alphaOf: (cell: CellCount) => number) => {
    context.fillStyle = colour(name);
    for (const one of part) {
      const alpha = alphaOf(one);
      if (alpha === 0) continue;
      const [x, y] = cells.centre(one.cell);
      context.globalAlpha = alpha;
      context.beginPath();
      // A little smaller, so that neighbours are distinct.
      for (const [dx, dy] of cells.outline) context.lineTo(x + 0.98 * dx, y + 0.98 * dy);
      context.fill();
    }
    context.globalAlpha = 1;
  };
  if (split === 'differences') {
    toPlane(context, canvas, camera);
    const beyond = new Map(counts.cells.map((cell) => [cell, beyondChance(cell, counts.people)]));
    if (marksPeople) fill(counts.cells, 'real', () => 0.16);
    for (const [name, sign] of [
      [CELL_COLOURS.more, 1],
      [CELL_COLOURS.fewer, -1],
    ] as const)
      fill(counts.cells, name, (cell) => (Math.sign(beyond.get(cell)!) === sign ? shadeOf(beyond.get(cell)!) : 0));
  } else {
    const most = mostPeople(counts);
    const middle = split * canvas.width;
    for (const set of ['first', 'second'] as const) {
      context.save();
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.beginPath();
      context.rect(set === 'first' ? 0 : middle, 0, set === 'first' ? middle : canvas.width - middle, canvas.height);
      context.clip();
      toPlane(context, canvas, camera);
      fill(counts.cells, CELL_COLOURS.people, (cell) => density(cell[set], most));
      context.restore();
    }
  }
}
