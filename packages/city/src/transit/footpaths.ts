import type { LanePlace } from '../routing/route.js';
import type { TransferColumns } from './gtfs/gtfs-feed.js';
import type { StopReach } from './stop-reach.js';
import type { Footpaths } from './timetable.js';

/** Changes on foot go at most so far, unless the feed names them: metres along walking lanes. */
const USUAL_METRES = 500;
/** Those that the feed names go at most so far, metres. */
const MAX_METRES = 3000;

/**
 * The ways on foot between stops: all within 500 m, those that the feed names within 3 km, none that it forbids.
 * @param placeOf where a stop meets the walking lanes
 * @param transfers by rows of stops
 * @returns the ways, and for each stop the least seconds of a change at it, -1 where there is none
 */
export function findFootpaths(
  stopCount: number,
  reach: StopReach,
  placeOf: (stop: number) => LanePlace,
  transfers: TransferColumns,
): { footpaths: Footpaths; changeSeconds: Int32Array } {
  const changeSeconds = new Int32Array(stopCount);
  /** By stop, what the feed says of changes to others; of several the longest time, or that none is possible. */
  const named: Map<number, number>[] = Array.from({ length: stopCount }, () => new Map());
  transfers.from.forEach((from, i) => {
    const to = transfers.to[i];
    const seconds = transfers.seconds[i];
    const known = from === to ? changeSeconds[from] : named[from]!.get(to);
    const least = known === -1 || seconds === -1 ? -1 : Math.max(known ?? 0, seconds);
    if (from === to) changeSeconds[from] = least;
    else named[from]!.set(to, least);
  });
  const offsets = new Int32Array(stopCount + 1);
  const [stops, metres, seconds]: [number[], number[], number[]] = [[], [], []];
  for (let from = 0; from < stopCount; from++) {
    const own = named[from]!;
    const isFar = [...own.values()].some((least) => least >= 0);
    const near = reach.around([placeOf(from)], isFar ? MAX_METRES : USUAL_METRES);
    near.stops.forEach((to, i) => {
      const least = own.get(to);
      if (to === from || least === -1 || (near.metres[i] > USUAL_METRES && least === undefined)) return;
      stops.push(to);
      metres.push(near.metres[i]);
      seconds.push(least ?? 0);
    });
    offsets[from + 1] = stops.length;
  }
  return {
    footpaths: {
      offsets,
      stops: Int32Array.from(stops),
      metres: Float64Array.from(metres),
      seconds: Int32Array.from(seconds),
    },
    changeSeconds,
  };
}
