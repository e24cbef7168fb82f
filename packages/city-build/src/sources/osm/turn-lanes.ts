import { LaneTurn } from '@itinera/city/browser';
import { type LaneMark, markOf } from '../../layout/lane-marks.js';
import type { Tags } from './elements.js';

const { LEFT, STRAIGHT, RIGHT, AROUND } = LaneTurn;

/** A lane without a mark goes straight on, and so do those that merge, shift, or turn at a later junction only. At a fork, slightly left may be straight on. */
const TURNS: Readonly<Record<string, readonly LaneTurn[]>> = {
  '': [STRAIGHT],
  none: [STRAIGHT],
  through: [STRAIGHT],
  merge_to_left: [STRAIGHT],
  merge_to_right: [STRAIGHT],
  slide_left: [STRAIGHT],
  slide_right: [STRAIGHT],
  next_left: [STRAIGHT],
  next_right: [STRAIGHT],
  left: [LEFT],
  sharp_left: [LEFT],
  slight_left: [LEFT, STRAIGHT],
  right: [RIGHT],
  sharp_right: [RIGHT],
  slight_right: [RIGHT, STRAIGHT],
  reverse: [AROUND],
};

/**
 * Turns painted on the lanes of a direction, from left to right; undefined if nothing is tagged or a value is unknown.
 * `turn:lanes` without a direction applies to one-way streets.
 *
 * @see https://wiki.openstreetmap.org/wiki/Key:turn
 */
export function turnLanes(tags: Tags, direction: 'forward' | 'backward', oneway: -1 | 0 | 1): LaneMark[] | undefined {
  const isOnly = oneway === (direction === 'forward' ? 1 : -1);
  const text = tags.get(`turn:lanes:${direction}`) ?? (isOnly ? tags.get('turn:lanes') : undefined);
  const lanes = text?.split('|').map((lane) => lane.split(';').map((turn) => turn.trim()));
  if (!lanes?.flat().every((turn) => Object.hasOwn(TURNS, turn))) return undefined;
  return lanes.map((turns) => markOf(turns.flatMap((turn) => TURNS[turn])));
}
