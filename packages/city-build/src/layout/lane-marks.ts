import { LaneTurn } from '@itinera/city/browser';

/** The turns painted on a lane, as bits `1 << LaneTurn`. */
export type LaneMark = number;

/** The mark for a set of turns. */
export function markOf(turns: readonly LaneTurn[]): LaneMark {
  return turns.reduce<number>((mark, turn) => mark | (1 << turn), 0);
}

/** Mirrors marks: left becomes right. */
export function mirrorMarks(marks: readonly LaneMark[]): LaneMark[] {
  const [left, right] = [1 << LaneTurn.LEFT, 1 << LaneTurn.RIGHT];
  return marks
    .map((mark) => (mark & ~(left | right)) | (mark & left ? right : 0) | (mark & right ? left : 0))
    .reverse();
}

/**
 * Lane connections according to the painted marks: for each exit, pairs of indices from the left. Surplus lanes merge into
 * the outer lane of their exit.
 *
 * @param marks of the entry lanes, from left to right
 * @param exits the turn and the number of lanes of each exit
 * @returns undefined if the marks do not match: an exit without a lane, or a lane without an exit
 */
export function pairMarkedLanes(
  marks: readonly LaneMark[],
  exits: readonly { readonly turn: LaneTurn; readonly lanes: number }[],
): [number, number][][] | undefined {
  const isFor = (mark: LaneMark, turn: LaneTurn) => (mark & (1 << turn)) !== 0;
  if (!marks.every((mark) => exits.some(({ turn }) => isFor(mark, turn)))) return undefined;
  const pairs = exits.map(({ turn, lanes: out }) => {
    const lanes = Array.from(marks.keys()).filter((lane) => isFor(marks[lane], turn));
    // U-turns are rarely painted; they are made from the left lane.
    if (turn === LaneTurn.AROUND) return [[lanes[0] ?? 0, 0] as [number, number]];
    const fromRight = turn === LaneTurn.RIGHT || (turn === LaneTurn.STRAIGHT && lanes.at(-1) === marks.length - 1);
    const shift = fromRight ? out - lanes.length : 0;
    return lanes.map((lane, k): [number, number] => [lane, Math.min(out - 1, Math.max(0, k + shift))]);
  });
  return pairs.every((lanes) => lanes.length > 0) ? pairs : undefined;
}
