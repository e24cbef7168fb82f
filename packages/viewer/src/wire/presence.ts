import { unpack } from './packed.js';
import type { Plane } from './replay.js';

/** A time that is not known, such as the arrival of a trip that did not arrive. */
export const NO_HOUR = 0xffff;

/** Where the people of a run are at each full hour, and their trips. Positions are in units of the plane. */
export interface Presence {
  readonly plane: Plane;
  /** The projection of the plane. */
  readonly projection: string;
  readonly id: Float64Array;
  /** Points of the headline that each person loses; NaN if unknown. */
  readonly cost: Float64Array;
  /** The rows of each person start here: a row is one position during the hours `from` to before `to`. */
  readonly start: Uint32Array;
  readonly from: Uint16Array;
  readonly to: Uint16Array;
  readonly x: Uint16Array;
  readonly y: Uint16Array;
  /** The person, the hours of departure and arrival, and the ends of each trip. */
  readonly tripPerson: Uint32Array;
  readonly departure: Uint16Array;
  readonly arrival: Uint16Array;
  readonly fromX: Uint16Array;
  readonly fromY: Uint16Array;
  readonly toX: Uint16Array;
  readonly toY: Uint16Array;
}

export function readPresence(buffer: ArrayBuffer): Presence {
  const { head, arrays } = unpack(buffer);
  return { ...(head as object), ...(arrays as object) } as Presence;
}
