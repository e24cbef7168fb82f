import { counted, grouped } from '@itinera/base';
import { LEAST_CHANGED, type PairedValue } from './paired-value.js';
import type { PersonChange, SimulationComparison } from './simulation-comparison.js';

/**
 * What changed, in sentences: the verdict on travel times, who loses and wins, failed trips, modes, and what too few people show.
 * @param limits of the modes in the second run
 */
export function saysOf(
  { totals, verdicts, people, persons }: Pick<SimulationComparison, 'totals' | 'verdicts' | 'people' | 'persons'>,
  limits: readonly string[],
): string[] {
  const of = (verdict: PersonChange['verdict']) => persons.filter((person) => person.verdict === verdict);
  const modes = Object.entries(totals).filter(([name]) => name.startsWith('trips '));
  const movers = modes.filter(([, { changed }]) => changed > 0);
  const few = modes.filter(([, { users }]) => users > 0 && users < LEAST_CHANGED);
  const cutOff = persons.filter(({ failedA, failedB }) => failedB > failedA).length;
  return [
    `${verdictOf(totals['travel time, min']!)}; ${grouped(verdicts.loses)} of ${grouped(people)} ${verdicts.loses === 1 ? 'loses' : 'lose'}, ${counted(verdicts.wins, 'wins', 'win')}.`,
    `${[
      `${counted(verdicts.loses, 'person loses', 'people lose')}${detailOf(of('loses'), 'a minute per day or more, or trips that fail')}`,
      `${counted(verdicts.wins, 'wins', 'win')}${detailOf(of('wins'))}`,
      `${counted(verdicts.similar, 'changes', 'change')} less`,
      `${counted(verdicts.same, 'has', 'have')} the same days`,
    ].join(', ')}.`,
    ...(cutOff > 0
      ? [`${counted(cutOff, 'person has', 'people have')} trips that fail which did not fail before.`]
      : []),
    movers.length === 0
      ? 'Nobody changes the mode of travel.'
      : `People who change how often they travel: ${movers.map(([name, { changed }]) => `${name.replace('trips ', '')} ${grouped(changed)}`).join(', ')}.`,
    ...few.map(
      ([name, { users }]) =>
        `Only ${counted(users, 'person travels', 'people travel')} ${name.replace('trips ', '')} in either run: too few to show what the change does to such trips.`,
    ),
    ...limits,
  ];
}

function verdictOf({ difference, low, high, changed }: PairedValue): string {
  if (changed === 0) return 'Travel times are the same';
  const change = `${difference > 0 ? '+' : ''}${difference.toFixed(2)} min per person and day`;
  if (Number.isNaN(low))
    return `Travel times change by ${change}, but for ${counted(changed, 'person', 'people')} only, too few for an interval`;
  const verdict =
    low <= 0 && high >= 0
      ? 'No clear difference in travel time'
      : `People travel ${difference > 0 ? 'longer' : 'less'}`;
  return `${verdict}: ${change} (95 % interval ${low.toFixed(2)} to ${high.toFixed(2)})`;
}

/** What is meant, and the mean change of people's minutes per day, in brackets; empty without either. */
function detailOf(persons: readonly PersonChange[], ...meant: readonly string[]): string {
  const sum = persons.reduce((total, { minutesA, minutesB }) => total + minutesB - minutesA, 0);
  const mean = sum / persons.length;
  const parts = persons.length === 0 ? meant : [...meant, `on average ${mean > 0 ? '+' : ''}${mean.toFixed(1)} min`];
  return parts.length === 0 ? '' : ` (${parts.join('; ')})`;
}
