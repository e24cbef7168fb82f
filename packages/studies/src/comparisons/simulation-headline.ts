import { counted, grouped } from '@itinera/base';
import type { PersonChange, SimulationComparison } from './simulation-comparison.js';

export type Changed = Pick<SimulationComparison, 'people' | 'persons' | 'cutOff' | 'effectOf'> & {
  readonly sameTrips: Pick<SimulationComparison['sameTrips'], 'gone' | 'added'>;
  /** On which trips those who make as many as before lose most time, and gain it, in words. */
  readonly causes: { readonly loses: string | null; readonly wins: string | null };
};

/**
 * What changed, in one or two sentences: first who can no longer make all trips, then who loses time and why, then who gains. As an
 * effect of the scenario if nothing else differs.
 */
export function headlineOf({ people, persons, cutOff, effectOf, sameTrips, causes }: Changed): string {
  const all = counted(people, 'person', 'people');
  const sameFailures = persons.filter(({ failedA, failedB }) => failedA === failedB);
  const losers = sameFailures.filter(({ verdict }) => verdict === 'loses');
  const winners = sameFailures.filter(({ verdict }) => verdict === 'wins');
  const regained = persons.filter(({ failedA, failedB }) => failedB < failedA).length;
  const loss = `time${meanOf(losers)}${mostly(causes.loses)}`;
  const gain = `time${meanOf(winners)}`;
  const gains = [
    ...(winners.length > 0 ? [`${counted(winners.length, 'gains', 'gain')} ${gain}`] : []),
    ...(regained > 0 ? [`${grouped(regained)} can make trips that failed before`] : []),
  ];
  const gained = gains.length > 0 ? gains.join(', and ') : 'nobody gains time';
  const first = (effect: string, one: string, many: string, number: number, what: string) => {
    const some = `${grouped(number)} of ${all}`;
    return effectOf === null
      ? `In the second run, ${some} ${number === 1 ? one : many} ${what}`
      : `${effectOf} ${effect} ${some} ${what}`;
  };
  if (cutOff.people > 0) {
    const { gone, failed } = cutOff;
    const trips =
      gone > 0 ? counted(gone, 'trip is gone', 'trips are gone') : counted(failed, 'trip fails', 'trips fail');
    const cut =
      effectOf === null
        ? `In the second run, ${grouped(cutOff.people)} of ${all} can no longer make all their trips (${trips})`
        : `${effectOf} keeps ${grouped(cutOff.people)} of ${all} from making all their trips (${trips})`;
    if (losers.length + gains.length === 0) return `${cut}; nobody else loses or gains a minute of travel per day.`;
    const others =
      losers.length > 0 ? `${counted(losers.length, 'other loses', 'others lose')} ${loss}` : 'nobody else loses time';
    return `${cut}; ${others}; ${gained}.`;
  }
  const only = tripsOf(sameTrips);
  if (losers.length > 0) return `${first('costs', 'loses', 'lose', losers.length, loss)}; ${gained}.${only}`;
  if (winners.length > 0) {
    const saved = first('saves', 'gains', 'gain', winners.length, `${gain}${mostly(causes.wins)}`);
    return `${[saved, ...gains.slice(1), 'nobody loses time'].join('; ')}.${only}`;
  }
  const nobody =
    effectOf === null
      ? `None of ${all} gains or loses a minute of travel per day`
      : `${effectOf} costs or saves none of ${all} a minute of travel per day`;
  return `${[nobody, ...gains].join('; ')}.${only}`;
}

/** How many trips only one of the runs has, as a sentence that follows another. */
function tripsOf({ gone, added }: Changed['sameTrips']): string {
  if (gone + added === 0) return '';
  if (gone === 0) return ` ${counted(added, 'trip is new', 'trips are new')}.`;
  return ` ${counted(gone, 'trip is gone', 'trips are gone')}${added > 0 ? ` and ${counted(added, 'is new', 'are new')}` : ''}.`;
}

const mostly = (cause: string | null) => (cause === null ? '' : `, mostly because ${cause}`);

/** The mean change of people, in brackets. */
function meanOf(persons: readonly PersonChange[]): string {
  const minutes = persons.reduce((sum, { minutesA, minutesB }) => sum + Math.abs(minutesB - minutesA), 0);
  return ` (${persons.length > 1 ? 'on average ' : ''}${(minutes / persons.length).toFixed(1)} min per day)`;
}
