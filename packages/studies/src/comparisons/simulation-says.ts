import { counted, fixed, grouped, signed } from '@itinera/base';
import { isRide } from '@itinera/runner';
import type { TransitTime } from '../exports/people-of-run.js';
import { LEAST_CHANGED, type PairedValue } from './paired-value.js';
import type { GroupChange, ModeChange, SimulationComparison } from './simulation-comparison.js';
import { type Changed, headlineOf } from './simulation-headline.js';

type Compared = Changed &
  Pick<SimulationComparison, 'totals' | 'verdicts' | 'modeChanges' | 'concerned' | 'sameTrips'> & {
    /** Whether a built-in agent chooses the modes. */
    readonly isBuiltIn: boolean;
    /** Trips by public transport in each run. */
    readonly transit: readonly [TransitTime, TransitTime];
    /** Whether people work at home in the second run only. */
    readonly worksAtHome: boolean;
    /** For how many people each simulated one stands, in each run. */
    readonly represents: readonly [number, number];
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
    tripsOf(compared.sameTrips),
    `${verdictOf(totals['travel time, min']!)}; ${grouped(verdicts.similar)} of ${grouped(people)} change by less than a minute per day, ${counted(verdicts.same, 'has', 'have')} the same days.`,
    movers.length === 0
      ? 'Nobody changes the mode of travel.'
      : `People who change how often they travel: ${movers.map(([name, { changed }]) => `${name.replace('trips ', '')} ${grouped(changed)}`).join(', ')}.`,
    ...(modeChanges.length === 0
      ? []
      : [`The same trips by another mode: ${modeChanges.map(describeMode).join(', ')}.`]),
    ...transitOf(compared.transit),
    ...(compared.isBuiltIn && modeChanges.some(isSlowerRide) ? [WHY_SLOWER] : []),
    ...(compared.isBuiltIn && compared.worksAtHome && modeChanges.length > 0 ? [WHY_OTHER_MODES] : []),
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
    ...representedBy(compared.represents),
  ];
}

function representedBy(represents: readonly [number, number]): string[] {
  if (represents.every((one) => one === 1)) return [];
  const said = [...new Set(represents.map((one) => grouped(Math.round(10 * one) / 10)))].join(' and ');
  return [`All figures, CO2 too, are those of the simulated people, each of whom stands for ${said}.`];
}

/** Why the mean difference of a group can fall although more of its people lose; null if no group has that, or the reverse. */
export function groupNoteOf(groups: readonly Pick<GroupChange, 'difference' | 'lose' | 'win'>[]): string | null {
  const pointApart = groups.some(({ difference, lose, win }) => difference * (lose - win) < 0);
  return pointApart
    ? 'A negative difference means less travel: trips that are gone count as time saved, also where the people who made them lose.'
    : null;
}

/** Why people who could go faster ride a bus. */
const WHY_SLOWER =
  'Nobody chooses by time alone: modes are drawn with the shares of a commuter survey, by duration and car ownership. In it, people without a car use public transport even where a lift would be faster.';

/** Why people who work at home, and those who live with them, walk where they drove. */
const WHY_OTHER_MODES =
  'An outing from home has one mode. Errands on the way to work become outings of their own if that person works at home: their mode is drawn again, and household members who go along change with them.';

function isSlowerRide({ to, minutesA, minutesB }: ModeChange): boolean {
  return minutesA !== null && minutesB !== null && minutesB > minutesA && isRide(to);
}

/** How long trips by public transport take, if their number changes: on foot, waiting and riding. */
function transitOf([before, after]: Compared['transit']): string[] {
  if (before.trips === after.trips) return [];
  const split = ({ trips, walk, wait, ride }: TransitTime) => {
    const [foot, waiting, riding] = [walk, wait, ride].map((seconds) => (seconds / trips / 60).toFixed(1));
    return `${((walk + wait + ride) / trips / 60).toFixed(1)} min on average: ${foot} on foot, ${waiting} waiting and ${riding} riding`;
  };
  if (after.trips === 0) return [];
  const earlier = before.trips === 0 ? '' : ` (before: ${split(before)})`;
  return [`Trips by public transport take ${split(after)}${earlier}.`];
}

/** How trips that fail, trips that are gone and people who are cut off go together. */
function failuresOf({ cutOff: { people, failed, gone }, effectOf }: Compared): string[] {
  if (people === 0) return [];
  const others = gone > failed ? `; with those that would have followed, ${grouped(gone)} are gone` : '';
  const places =
    effectOf === null
      ? ''
      : ' Warnings of the scenario count homes, workplaces and schools instead, whether or not anybody travels there at these times.';
  return [
    `${counted(people, 'person sets', 'people set')} out for a place and cannot get there: ${counted(failed, 'trip fails', 'trips fail')}${others}.${places}`,
  ];
}

/** The trips of the first run: those that arrive in both, that arrive in one of them, and those that the second does not have. */
function tripsOf({ n, unfinished, gone, added, delay }: Compared['sameTrips']): string {
  const rest = [
    ...(unfinished > 0 ? [`${counted(unfinished, 'is', 'are')} still under way or broken off in a run`] : []),
    ...(gone > 0 ? [`${counted(gone, 'is', 'are')} gone`] : []),
    ...(added > 0 ? [`${counted(added, 'is', 'are')} new`] : []),
  ];
  const saved = gone + added > 0 ? ', which count as time saved and spent' : '';
  return `${counted(n, 'trip arrives', 'trips arrive')} in both${delay === null ? '' : durationsOf(delay)}${rest.length > 0 ? `. Of the others, ${[...rest.slice(0, -2), rest.slice(-2).join(' and ')].join(', ')}${saved}` : ''}.`;
}

/** How long the same trips take in each run. */
function durationsOf({ a, b, low, high, changed }: PairedValue): string {
  if (changed === 0) return ' and take as long';
  if (isNothing(b - a, low, high)) return ' and take nearly as long';
  const interval =
    low === null || high === null
      ? `only ${counted(changed, 'person changes', 'people change')}, too few for an interval`
      : `95 % interval of the difference ${fixed(low, 2)} to ${fixed(high, 2)} min`;
  return `; they take ${fixed(a, 2)} min before and ${fixed(b, 2)} min after (${interval})`;
}

/** Trips by another mode, with their durations if they arrive. */
function describeMode({ from, to, trips, minutesA, minutesB }: ModeChange): string {
  const durations =
    minutesA === null || minutesB === null ? '' : ` (${minutesB.toFixed(1)} min instead of ${minutesA.toFixed(1)})`;
  return `${grouped(trips)} ${to} instead of ${from}${durations}`;
}

/** Whether a change and its interval are zero as they are printed. */
function isNothing(...values: readonly (number | null)[]): boolean {
  return values.every((value) => value !== null && Number(value.toFixed(2)) === 0);
}

function verdictOf({ difference, low, high, changed }: PairedValue): string {
  if (changed === 0) return 'Travel times are the same';
  if (isNothing(difference, low, high)) return 'Travel times hardly change';
  const change = `${signed(difference, 2)} min per person and day`;
  if (low === null || high === null)
    return `Travel times change by ${change}, but for ${counted(changed, 'person', 'people')} only, too few for an interval`;
  const verdict =
    low <= 0 && high >= 0
      ? 'No clear difference in travel time'
      : `People travel ${difference > 0 ? 'longer' : 'less'}`;
  return `${verdict}: ${change} (95 % interval ${fixed(low, 2)} to ${fixed(high, 2)} min)`;
}

/** Less is printed as zero. */
const LEAST_KG = 0.05;

function co2Of(value: PairedValue | undefined, people: number): string[] {
  if (value === undefined || value.changed === 0) return [];
  const { a, b, low, high } = value;
  const largest = people * Math.max(...[b - a, low ?? 0, high ?? 0].map(Math.abs));
  if (largest < LEAST_KG) return ['CO2 by car hardly changes.'];
  const kg = (each: number) => signed(each * people, largest < 10 ? 1 : 0);
  const interval =
    low === null || high === null
      ? 'too few people change for an interval'
      : `95 % interval ${kg(low)} to ${kg(high)} kg per day`;
  const share = a === 0 ? '' : ` (${b >= a ? '+' : ''}${(100 * (b / a - 1)).toFixed(1)} %)`;
  return [`CO2 by car: ${kg(b - a)} kg per day${share}; ${interval}.`];
}
