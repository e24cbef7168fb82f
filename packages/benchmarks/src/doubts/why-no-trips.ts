import { counted, formatTime, grouped, SECONDS_PER_DAY } from '@itinera/base';
import type { EventRow, Problem } from '@itinera/run/browser';
import { frequentProblems, problemLine } from './frequent-problems.js';

/** The reasons of the city, as a part of a sentence. */
const REASONS: Readonly<Record<string, string>> = {
  'unknown-aoi': 'the map has no such AOI',
  'no-gate': 'the AOI has no access to the roads',
  'no-route': 'there is no route',
  'unsupported-mode': 'the mode is not supported',
  'too-long': 'the trip is too long',
  'no-transit': 'there is no public transport',
};

/** What became of destinations, how often, and where it was seen first. */
interface Outcome {
  times: number;
  readonly first: string;
}

/** Explains why nobody moved, from what the agent did: its destinations without effect, and its failed steps. */
export function whyNoTrips(events: Iterable<EventRow>, problems: Iterable<readonly Problem[]>): string {
  const outcomes = new Map<string, Outcome>();
  let asked = 0;
  for (const event of events) {
    const outcome = outcomeOf(event);
    if (outcome === null) continue;
    asked++;
    const known = outcomes.get(outcome);
    if (known) known.times++;
    else outcomes.set(outcome, { times: 1, first: whereIs(event) });
  }
  const [problem] = frequentProblems(problems);
  const example = problem && `, such as ${problemLine(problem).replace(/\.$/, '')}.`;
  if (asked === 0)
    return example === undefined
      ? 'no trips: the agent set no destination, and none of its steps failed.'
      : `no trips: no destination took effect, since steps failed${example}`;
  const failure = example === undefined ? '' : ` Other steps failed${example}`;
  const parts = [...outcomes]
    .sort(([, a], [, b]) => b.times - a.times)
    .map(([what, { times, first }]) => `${grouped(times)} because ${what} (first: ${first})`);
  return `no trips: the agent set ${counted(asked, 'destination')} without effect: ${parts.join('; ')}.${failure}`;
}

/** Why an event is not a trip; null for other events. */
function outcomeOf({ kind, reason }: EventRow): string | null {
  if (kind === 'stay') return 'the person was there already';
  return kind === 'failure' ? (REASONS[reason ?? ''] ?? reason) : null;
}

function whereIs({ id, time, destination }: EventRow): string {
  const day = Math.floor(time / SECONDS_PER_DAY);
  return `person ${id}, day ${day}, ${formatTime(Math.floor(time % SECONDS_PER_DAY))}, AOI ${destination}`;
}
