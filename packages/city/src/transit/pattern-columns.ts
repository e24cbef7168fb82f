import type { SublineType } from '../map/message.js';
import { NumberList } from '../map/number-list.js';
import type { GtfsFeed } from './gtfs/gtfs-feed.js';
import type { LinePatterns } from './line-patterns.js';
import type { TransitPatterns } from './timetable.js';

/** Properties of the map that {@link patternColumns} needs. */
export interface PatternPlaces {
  /** For each stop of the feed, its row among the stations. */
  readonly rowOf: Int32Array;
  readonly sublineIds: Int32Array;
  /** The number of the hop between two stations. */
  hop(from: number, to: number, kind: SublineType): number;
  onProgress(share: number): void;
}

/** The columns of patterns, with their stops as rows of stations. */
export function patternColumns(
  { patterns, eventStarts, arrivals, departures }: LinePatterns,
  feed: GtfsFeed,
  { rowOf, sublineIds, hop, onProgress }: PatternPlaces,
): TransitPatterns {
  const list = () => new NumberList(Int32Array);
  const made = {
    stopOffsets: list(),
    stops: list(),
    hops: list(),
    tripOffsets: list(),
    services: list(),
    blocks: list(),
  };
  const times = { eventOffsets: list(), arrivals: list(), departures: list() };
  const flags = new NumberList(Uint8Array);
  made.stopOffsets.push(0);
  made.tripOffsets.push(0);
  patterns.forEach((pattern, row) => {
    if (row % 50 === 0) onProgress(row / patterns.length);
    const stops = pattern.stops.map((stop) => rowOf[stop]);
    made.stops.pushAll(stops);
    flags.pushAll(pattern.flags);
    stops.forEach((from, i) => {
      const to = stops[i + 1];
      made.hops.push(to === undefined ? -1 : hop(from, to, pattern.kind));
    });
    made.stopOffsets.push(made.stops.length);
    times.eventOffsets.push(times.arrivals.length);
    for (const trip of pattern.trips) {
      const start = eventStarts[trip];
      made.services.push(feed.trips.services[trip]);
      made.blocks.push(feed.trips.blocks[trip]);
      times.arrivals.pushAll(arrivals.subarray(start, start + stops.length));
      times.departures.pushAll(departures.subarray(start, start + stops.length));
    }
    made.tripOffsets.push(made.services.length);
  });
  return {
    sublineIds,
    kinds: Uint8Array.from(patterns, ({ kind }) => kind),
    stopOffsets: made.stopOffsets.view(),
    stops: made.stops.view(),
    flags: flags.view(),
    hops: made.hops.view(),
    tripOffsets: made.tripOffsets.view(),
    services: made.services.view(),
    blocks: made.blocks.view(),
    eventOffsets: times.eventOffsets.view(),
    arrivals: times.arrivals.view(),
    departures: times.departures.view(),
  };
}
