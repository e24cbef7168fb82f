import { grouped } from '@itinera/base';
import type { EventRow, Problem } from '@itinera/run/browser';
import { whyNoTrips } from './why-no-trips.js';

/** Share of failed steps above which a result is invalid. */
const MOST_LOST = 0.5;

/** Why the result of a run is invalid or limited. */
export interface Doubt {
  readonly message: string;
  /** True if the result is invalid, false if it is only partly affected. */
  readonly grave: boolean;
}

/** The steps of a run; events and problems are read only if something is wrong. */
export interface StepsOfRun {
  readonly people: number;
  /** Of all people. */
  readonly steps: number;
  readonly lostSteps: number;
  readonly trips: number;
  readonly events: () => Iterable<EventRow>;
  readonly problems: () => Iterable<readonly Problem[]>;
}

/** Returns what failed steps and missing trips say against a result; empty if nothing. */
export function stepDoubts({ people, steps, lostSteps, trips, events, problems }: StepsOfRun): Doubt[] {
  const doubts: Doubt[] = [];
  const lost = `the agent failed in ${grouped(lostSteps)} of ${grouped(steps)} steps`;
  if (lostSteps > MOST_LOST * steps)
    doubts.push({ message: `${lost}, so the simulation does not show its behaviour.`, grave: true });
  else if (lostSteps > 0) doubts.push({ message: `${lost}${amongWhom(problems(), people)}.`, grave: false });
  if (trips === 0) doubts.push({ message: whyNoTrips(events(), problems()), grave: true });
  return doubts;
}

/** Describes the share of people with failed steps, unless it is everyone. */
function amongWhom(groups: Iterable<readonly Problem[]>, people: number): string {
  const failing = new Set<number | null>();
  for (const problems of groups)
    for (const { person, kind } of problems) if (kind !== 'fell-back' && kind !== 'not-awaited') failing.add(person);
  return failing.size > 0 && failing.size < people
    ? `, all by ${grouped(failing.size)} of ${grouped(people)} people`
    : '';
}
