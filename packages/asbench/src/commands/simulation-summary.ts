import { counted, decimals } from '@itinera/base';
import { answerOf, type GroupChange, type PairedValue, type SimulationComparison } from '@itinera/studies';
import { textTable } from './text-table.js';

const [ZONES_SHOWN, ROADS_SHOWN] = [5, 10];

/** Describes the comparison of two simulations in text and tables. */
export function describeSimulations(compared: SimulationComparison): string {
  const { a, b, scenarios, people, days, totals, groups, groupNote, purposes, zones, roads } = answerOf(compared);
  const named = (name: string, scenario: string | null) => (scenario === null ? name : `${name} (${scenario})`);
  const lines = [
    `${named(b, scenarios[1])} minus ${named(a, scenarios[0])}: ${counted(people, 'person', 'people')}, ${counted(days, 'day')}; 95 % intervals, paired by person: one that includes 0 may be chance`,
    ...compared.said.flat(),
    ...compared.caveats.map((caveat) => (caveat.startsWith('INVALID RESULT') ? caveat : `Warning: ${caveat}`)),
    '',
    textTable([
      ['per person and day', 'before', 'after', 'difference', 'interval'],
      ...Object.entries(totals).map(([name, value]) => [name, ...pairedCells(value)]),
    ]),
    '',
    ...compared.says.slice(1),
    ...compared.limits,
  ];
  const heading = (what: string) => [what, '', 'people', 'before', 'after', 'difference', 'interval', 'lose', 'gain'];
  const rows = (all: readonly GroupChange[]) =>
    all.map((one) => [
      one.group,
      one.value,
      String(one.people),
      ...pairedCells(one),
      String(one.lose),
      String(one.win),
    ]);
  if (groups.length > 0)
    lines.push(
      '',
      textTable([heading('minutes per day'), ...rows(groups)]),
      ...(groupNote === null ? [] : [groupNote]),
    );
  if (purposes.length > 0) lines.push('', textTable([heading('minutes per trip'), ...rows(purposes)]));
  const changed = mostChanged(zones, ZONES_SHOWN).map(({ name, ...zone }) => ({ ...zone, value: name }));
  if (changed.length > 0) lines.push('', textTable([heading('zones, most changed'), ...rows(changed)]));
  if (roads === null) lines.push('', 'A run has no routes, so flows by road are unknown: run it again with --routes.');
  else {
    const flows = mostChanged(roads, ROADS_SHOWN);
    lines.push(
      '',
      flows.length === 0
        ? 'The flows on all roads are the same.'
        : textTable([
            ['cars per day', 'name', 'before', 'after', 'difference', 'interval'],
            ...flows.map((one) => [String(one.road), one.name, ...pairedCells(one, 1)]),
          ]),
    );
  }
  return lines.join('\n');
}

function mostChanged<T extends { readonly difference: number }>(all: readonly T[], count: number): T[] {
  return all
    .filter(({ difference }) => difference !== 0)
    .sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference))
    .slice(0, count);
}

/** Both values, their difference and its interval; `–` where undefined. */
export function pairedCells(
  { a, b, difference, low, high }: Pick<PairedValue, 'a' | 'b' | 'difference' | 'low' | 'high'>,
  digits = 2,
): string[] {
  const text = (value: number) => (Number.isNaN(value) ? '–' : decimals(value, digits));
  const interval = low === null || high === null ? '–' : `${text(low)} to ${text(high)}`;
  return [text(a), text(b), text(difference), interval];
}
