import { LaneTurn } from '@itinera/city/browser';

/** The turns that are painted on a lane, as bits `1 << LaneTurn`. */
export type LaneMark = number;

/** A mark of some turns. */
export function markOf(turns: readonly LaneTurn[]): LaneMark {
  return turns.reduce<number>((mark, turn) => mark | (1 << turn), 0);
}

/** Marks as seen in a mirror: from the other side of the road, left for right. */
export function mirrorMarks(marks: readonly LaneMark[]): LaneMark[] {
  const [left, right] = [1 << LaneTurn.LEFT, 1 << LaneTurn.RIGHT];
  return marks
    .map((mark) => (mark & ~(left | right)) | (mark & left ? right : 0) | (mark & right ? left : 0))
    .reverse();
}

/**
 * Which lane leads to which by what is painted on them: for each way out, pairs of offsets from the left. Lanes that
 * are more than those they lead to merge into the outer one.
 *
 * @param marks of the lanes in, from left to right
 * @param exits the turn and the number of lanes of each way out
 * @returns undefined when the marks do not fit: a way out that no lane is for, or a lane that is for none
 */
export function pairMarkedLanes(
  marks: readonly LaneMark[],
  exits: readonly { readonly turn: LaneTurn; readonly lanes: number }[],
): [number, number][][] | undefined {
  const isFor = (mark: LaneMark, turn: LaneTurn) => (mark & (1 << turn)) !== 0;
  if (!marks.every((mark) => exits.some(({ turn }) => isFor(mark, turn)))) return undefined;
  const pairs = exits.map(({ turn, lanes: out }) => {
    const lanes = Array.from(marks.keys()).filter((lane) => isFor(marks[lane], turn));
    // Turning round is seldom painted, and done from the left.
    if (turn === LaneTurn.AROUND) return [[lanes[0] ?? 0, 0] as [number, number]];
    const fromRight = turn === LaneTurn.RIGHT || (turn === LaneTurn.STRAIGHT && lanes.at(-1) === marks.length - 1);
    const shift = fromRight ? out - lanes.length : 0;
    return lanes.map((lane, k): [number, number] => [lane, Math.min(out - 1, Math.max(0, k + shift))]);
  });
  return pairs.every((lanes) => lanes.length > 0) ? pairs : undefined;
}
