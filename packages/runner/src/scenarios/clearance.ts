import { counted, SECONDS_PER_DAY } from '@itinera/base';
import { type CityMap, type Scenario, scenarioOfRun } from '@itinera/city';
import type { Profile } from '@itinera/engine';
import {
  type Clock,
  type Evacuation,
  type EventRow,
  type RunFolder,
  type RunManifest,
  readEvents,
  readTrips,
  type TripRow,
} from '@itinera/run';
import { plansOf } from './effects.js';
import { clockTime } from './parse-scenario.js';

/** Reasons of failed trips in words. */
const REASONS: Readonly<Record<string, string>> = {
  'no-route': 'no open road leads out',
  'no-gate': 'no street for cars at their place',
  'too-long': 'the trip would take too long',
};

/** The rows of a run, by person and then by time. */
interface Rows {
  readonly trips: Iterable<TripRow>;
  readonly events: Iterable<EventRow>;
}

/**
 * Who left the area of an evacuation, and when: people who were there at its first step, or on their way there.
 * @returns null if the scenario has no evacuation
 */
export function clearanceOf(
  scenario: Scenario,
  { trips, events }: Rows,
  clock: Clock,
  people: readonly Profile[],
  map: CityMap,
): Evacuation | null {
  if (scenario.evacuate === null) return null;
  const plans = plansOf(scenario, map, clock);
  const inside = new Set(plans.evacuation!.refuges.map(([aoi]) => aoi));
  const { at } = scenario.evacuate;
  const { stepSeconds } = clock;
  const begin = Math.ceil(at / stepSeconds) * stepSeconds;
  const places = new Map<number, number | null>(people.map(({ id, home }) => [id, home]));
  const escapes = new Map<number, TripRow>();
  for (const trip of trips) {
    const { id, departure, destination } = trip;
    if (departure < begin) places.set(id, destination);
    else if (!escapes.has(id) && !inside.has(destination)) escapes.set(id, trip);
  }
  const failures = new Map<number, string>();
  for (const { id, kind, time, reason } of events)
    if (kind === 'failure' && time >= begin && !failures.has(id)) failures.set(id, reason ?? '');
  const minutes: number[] = [];
  const left = new Map<string, { people: number; example: number }>();
  for (const [id, place] of places) {
    if (place === null || !inside.has(place)) continue;
    const trip = escapes.get(id);
    if (trip?.ended === 'arrived') minutes.push((trip.arrival! - at) / 60);
    else {
      const why = trip === undefined ? (failures.get(id) ?? 'not-left') : 'under-way';
      const reason = left.get(why) ?? { people: 0, example: id };
      reason.people++;
      left.set(why, reason);
    }
  }
  minutes.sort((a, b) => a - b);
  const within = (share: number) => minutes[Math.ceil(share * minutes.length) - 1]!;
  const stayed = [...left].map(([reason, one]) => ({ reason, ...one })).sort((a, b) => b.people - a.people);
  return {
    at,
    people: minutes.length + stayed.reduce((sum, one) => sum + one.people, 0),
    out: minutes.length,
    minutes: minutes.length === 0 ? null : { half: within(0.5), most: within(0.9), all: within(1) },
    stayed,
  };
}

/** What a finished run adds to its scenario: the outcome of an evacuation. */
export function outcomeOfScenario(
  folder: RunFolder,
  manifest: RunManifest,
  people: readonly Profile[],
  map: CityMap,
): Pick<RunManifest, 'scenario'> | null {
  const { scenario, clock } = manifest;
  if (scenario === undefined) return null;
  const rows = { trips: readTrips(folder, manifest), events: readEvents(folder, manifest) };
  const evacuation = clearanceOf(scenarioOfRun(scenario.changes), rows, clock, people, map);
  if (evacuation === null) return null;
  const said = [...new Set([...(scenario.said ?? []), describeClearance(evacuation)])];
  return { scenario: { ...scenario, said, evacuation } };
}

/** `Evacuation at 12:00: 34 of 36 people in the area arrived outside, half of them within 4 min, …`. */
export function describeClearance({ at, people, out, minutes, stayed }: Evacuation): string {
  const day = Math.floor(at / SECONDS_PER_DAY);
  const time = `${clockTime(at % SECONDS_PER_DAY)}${day === 0 ? '' : ` of day ${day}`}`;
  const within = (value: number) => `${Math.round(value * 10) / 10} min`;
  const when =
    minutes === null
      ? ''
      : `: half of them within ${within(minutes.half)}, 90 % within ${within(minutes.most)}, the last within ${within(minutes.all)}`;
  const reasons = stayed.map(({ reason, people: some, example }) => {
    const why =
      reason === 'under-way'
        ? 'still travelling at the end'
        : (REASONS[reason] ?? (reason === 'not-left' ? 'did not set out before the end' : reason));
    return `${some} (${why}), such as person ${example}`;
  });
  const not = reasons.length === 0 ? '' : ` Not out: ${reasons.join('; ')}.`;
  if (people === 0) return `Evacuation at ${time}: nobody was in the area.`;
  return `Evacuation at ${time}: ${out} of ${counted(people, 'person', 'people')} in the area arrived outside${when}.${not}`;
}
