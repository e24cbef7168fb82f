import { readColumnsFromFiles } from '@itinera/city';
import { openCity, type SharedCity } from '@itinera/engine';
import { type Clock, RunFolder, type WayPart } from '@itinera/run';
import { recomputedWays } from '@itinera/runner';
import { Piscina } from 'piscina';
import { tripsOf } from './read-ways.js';

/** Routes to recompute in a thread. */
export interface RoutesJob {
  readonly run: string;
  readonly groups: readonly number[];
  readonly clock: Clock;
  readonly city: SharedCity;
}

readColumnsFromFiles();
let parts: Iterator<WayPart>;

/** Recomputes the routes of a run, part by part. @param job null for the next part @returns null after the last part */
export default function recompute(job: RoutesJob | null): unknown {
  if (job !== null) {
    const { firstDay, steps, stepSeconds } = job.clock;
    const { world } = openCity(job.city, firstDay, null);
    const folder = new RunFolder(job.run);
    const trips = job.groups.map((group) => () => tripsOf(folder, group));
    parts = recomputedWays(trips, world, steps * stepSeconds);
  }
  const { value, done } = parts.next();
  if (done) return null;
  const { id, trip, status, begin, startS, endS, lanes, backward, entered, reached } = (value as WayPart).routes;
  const lists = [lanes, backward, entered, reached].map(({ items }) => items);
  return Piscina.move({
    [Piscina.transferableSymbol]: [id, trip, status, begin, startS, endS, lanes.offsets, ...lists].map(
      ({ buffer }) => buffer,
    ),
    [Piscina.valueSymbol]: value,
  } as never);
}
