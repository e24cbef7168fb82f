import { counted, fixed, grouped, signed } from '@itinera/base';
import { isRide } from '@itinera/runner';
import { LEAST_CHANGED, type PairedValue } from './paired-value.js';
import type { GroupChange, ModeChange, PersonChange, SimulationComparison } from './simulation-comparison.js';

type Compared = Pick<
  SimulationComparison,
  'totals' | 'verdicts' | 'people' | 'persons' | 'days' | 'cutOff' | 'modeChanges' | 'concerned' | 'effectOf'
> & {
  readonly sameTrips: Pick<SimulationComparison['sameTrips'], 'gone'>;
  /** Whether a built-in agent chooses the modes. */
  readonly isBuiltIn: boolean;
};

/**
 * What changed, in sentences: who loses, wins and can no longer travel first, then the mean with its verdict, modes, emissions, whom
 * the scenario concerns, and what too few people show.
 */
export function saysOf(compared: Compared): string[] {
  const { totals, verdicts, people, modeChanges } = compared;
  const modes = Object.entries(totals).filter(([name]) => name.startsWith('trips '));
  const movers = modes.filter(([, { changed }]) => changed > 0);
  const few = modes.filter(([, { users }]) => users > 0 && users < LEAST_CHANGED);
  return [
    headlineOf(compared),
    `${verdictOf(totals['travel time, min']!)}; ${grouped(verdicts.similar)} of ${grouped(people)} change by less than a minute per day, ${counted(verdicts.same, 'has', 'have')} the same days.`,
    movers.length === 0
      ? 'Nobody changes the mode of travel.'
      : `People who change how often they travel: ${movers.map(([name, { changed }]) => `${name.replace('trips ', '')} ${grouped(changed)}`).join(', ')}.`,
    ...(modeChanges.length === 0
      ? []
      : [`The same trips by another mode: ${modeChanges.map(describeMode).join(', ')}.`]),
    ...(compared.isBuiltIn && modeChanges.some(isSlowerRide) ? [WHY_SLOWER] : []),
    ...failuresOf(compared),
    ...co2Of(totals['CO2 by car, kg'], people),
    ...compared.concerned.map(
      ({ label, by, people: users }) =>
        `${label}: ${grouped(users)} of ${counted(people, 'person', 'people')} ${by} in either run${users < LEAST_CHANGED ? ', too few to show what the change does to them' : ''}.`,
    ),
    ...few.map(
      ([name, { users }]) =>
        `Only ${counted(users, 'person travels', 'people travel')} ${name.replace('trips ', '')} in either run: too few to show what the change does to such trips.`,
    ),
  ];
}

/** Why the mean difference of a group can fall although more of its people lose; null if no group has that, or the reverse. */
export function groupNoteOf(groups: readonly Pick<GroupChange, 'difference' | 'lose' | 'win'>[]): string | null {
  const pointApart = groups.some(({ difference, lose, win }) => difference * (lose - win) < 0);
  return pointApart
    ? 'A negative difference means less travel. Trips that can no longer be made count as time saved, although the people who made them lose.'
    : null;
}

/** Who loses and who wins: as an effect of the scenario if nothing else differs. */
function headlineOf({ verdicts, people, persons, cutOff, effectOf, modeChanges }: Compared): string {
  const mean = (verdict: PersonChange['verdict']) => meanOf(persons.filter((person) => person.verdict === verdict));
  const { loses, wins } = verdicts;
  const all = counted(people, 'person', 'people');
  const cut = cutOff.people === 0 ? [] : [`${grouped(cutOff.people)} can no longer make all their trips`];
  if (loses + wins === 0)
    return `${effectOf === null ? `Nobody of ${all} gains or loses` : `${effectOf} costs or saves nobody of ${all}`} a minute of travel per day${cut.map((text) => `; ${text}`).join('')}.`;
  const gain =
    wins === 0 ? 'nobody gains any' : `${grouped(wins)} ${wins === 1 ? 'gains' : 'gain'} time${mean('wins')}`;
  const what = cutOff.people === 0 ? 'time' : 'time or trips';
  const lost = `${grouped(loses)} of ${all}`;
  const loss =
    effectOf === null
      ? `In the second run, ${lost} ${loses === 1 ? 'loses' : 'lose'} ${what}`
      : `${effectOf} costs ${lost} ${what}`;
  return `${loss}${mean('loses')}${causeOf(persons, modeChanges)}; ${[gain, ...cut].join(', and ')}.`;
}

/** Why people who could go faster ride a bus. */
const WHY_SLOWER =
  'Nobody chooses by time alone: modes are drawn with the shares of a commuter survey, by duration and car ownership. In it, people without a car use public transport even where a lift would be faster.';

function isSlowerRide({ to, minutesA, minutesB }: ModeChange): boolean {
  return minutesA !== null && minutesB !== null && minutesB > minutesA && isRide(to);
}

/** How trips that fail, trips that are gone and people who are cut off go together. */
function failuresOf({ cutOff, persons, days, sameTrips: { gone }, effectOf }: Compared): string[] {
  if (cutOff.people === 0) return [];
  const failed = Math.round(
    days * persons.reduce((sum, { failedA, failedB }) => sum + Math.max(0, failedB - failedA), 0),
  );
  const people = counted(cutOff.people, 'person sets', 'people set');
  const others = gone > failed ? `; with those that would have followed, ${grouped(gone)} are gone` : '';
  const places =
    effectOf === null
      ? ''
      : ' Warnings of the scenario count who lives, works or goes to school there, whether or not they travel there at these times.';
  return [
    `${people} out for a place and cannot get there: ${counted(failed, 'trip fails', 'trips fail')}${others}.${places}`,
  ];
}

/** Trips by another mode, with their durations if they arrive. */
function describeMode({ from, to, trips, minutesA, minutesB }: ModeChange): string {
  const durations =
    minutesA === null || minutesB === null ? '' : ` (${minutesB.toFixed(1)} min instead of ${minutesA.toFixed(1)})`;
  return `${grouped(trips)} ${to} instead of ${from}${durations}`;
}

/** The change of mode that makes most of the time lost; empty if none does. */
function causeOf(persons: readonly PersonChange[], modeChanges: readonly ModeChange[]): string {
  const lost = persons.reduce(
    (sum, { verdict, minutesA, minutesB }) => sum + (verdict === 'loses' ? Math.max(0, minutesB - minutesA) : 0),
    0,
  );
  if (lost === 0) return '';
  const cause = modeChanges.find(({ longer }) => longer > lost / 2);
  return cause === undefined ? '' : `, mostly because of trips by another mode: ${describeMode(cause)}`;
}

/**
 * The mean change of those whose travel takes longer or shorter, in brackets; those who only miss or gain trips do not count, and are
 * told apart.
 */
function meanOf(persons: readonly PersonChange[]): string {
  const changes = persons
    .map(({ minutesA, minutesB, verdict }) => (verdict === 'loses' ? minutesB - minutesA : minutesA - minutesB))
    .filter((minutes) => minutes > 0);
  if (changes.length === 0) return '';
  const sum = changes.reduce((total, minutes) => total + minutes, 0);
  const who = changes.length === persons.length ? '' : `${grouped(changes.length)} of them `;
  return ` (${who}on average ${(sum / changes.length).toFixed(1)} min per day)`;
}

function verdictOf({ difference, low, high, changed }: PairedValue): string {
  if (changed === 0) return 'Travel times are the same';
  const change = `${signed(difference, 2)} min per person and day`;
  if (low === null || high === null)
    return `Travel times change by ${change}, but for ${counted(changed, 'person', 'people')} only, too few for an interval`;
  const verdict =
    low <= 0 && high >= 0
      ? 'No clear difference in travel time'
      : `People travel ${difference > 0 ? 'longer' : 'less'}`;
  return `${verdict}: ${change} (95 % interval ${fixed(low, 2)} to ${fixed(high, 2)})`;
}

function co2Of(value: PairedValue | undefined, people: number): string[] {
  if (value === undefined || value.changed === 0) return [];
  const { a, b, low, high } = value;
  const largest = people * Math.max(...[b - a, low ?? 0, high ?? 0].map(Math.abs));
  const kg = (each: number) => signed(each * people, largest < 10 ? 1 : 0);
  const interval =
    low === null || high === null ? 'too few people change for an interval' : `95 % interval ${kg(low)} to ${kg(high)}`;
  const share = a === 0 ? '' : ` (${b >= a ? '+' : ''}${(100 * (b / a - 1)).toFixed(1)} %)`;
  return [`CO2 by car: ${kg(b - a)} kg per day${share}; ${interval}.`];
}
