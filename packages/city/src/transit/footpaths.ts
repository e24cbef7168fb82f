import { beyondLimits, limitOf } from '@itinera/base';
import type { LanePlace } from '../routing/route.js';
import type { GtfsFeed } from './gtfs/gtfs-feed.js';
import type { StopReach } from './stop-reach.js';
import type { Footpaths } from './timetable.js';

/** Maximum length of walking transfers that the feed does not list, metres along walking lanes. */
export const USUAL_METRES = 500;
/** Maximum length of those that the feed lists, metres. */
const MAX_METRES = 3000;

/**
 * The walks between stops: all within 500 m, listed ones within 3 km, none that the feed forbids.
 * @param placeOf where a stop meets the walking lanes
 * @param feed its name, and its transfers by rows of stops
 * @returns the walks, and the minimum transfer time at each stop in seconds, -1 if transfers are impossible
 */
export function findFootpaths(
  stopCount: number,
  reach: StopReach,
  placeOf: (stop: number) => LanePlace,
  { transfers, name }: Pick<GtfsFeed, 'transfers' | 'name'>,
): { footpaths: Footpaths; changeSeconds: Int32Array } {
  const changeSeconds = new Int32Array(stopCount);
  /** Transfers listed in the feed, by stop; the longest time of several, or that it is impossible. */
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
  const mostWalks = limitOf('walks') + limitOf('walksPerStop') * stopCount;
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
    if (stops.length > mostWalks)
      throw beyondLimits(name, `has more than ${mostWalks} walks between ${stopCount} stops`);
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
