import { counted, decimals, pValueText } from '@itinera/base';
import type { MonthLaw } from '@itinera/mobility';
import { openRun } from '@itinera/run';
import { syntheticNotice } from '@itinera/runner';
import { driftOfRun, type RunDrift } from '@itinera/studies';
import type { Command } from 'commander';
import { homeOf } from './home.js';
import { wholeNumber } from './option-values.js';
import { pairedCells } from './simulation-summary.js';
import { print, printHeadline } from './terminal.js';
import { textTable } from './text-table.js';

const SIGNIFICANT = 0.05;

interface Options {
  readonly seed?: number;
  readonly json?: true;
}

/** `asbench runs drift RUN`: whether people change from the first to the last week of a run. */
export default function addDrift(program: Command): void {
  program
    .command('drift')
    .argument('<run>', 'name or folder of a run of 14 days or more')
    .option('--seed <number>', 'random seed', wholeNumber(0))
    .option('--json', 'print JSON')
    .action(showDrift);
}

async function showDrift(name: string, { seed, json }: Options, command: Command): Promise<void> {
  const home = homeOf(command);
  const drift = await driftOfRun(await openRun(home, name), { home, seed });
  print(json ? asJson(drift) : describe(drift));
  if (!json) printHeadline(headline(drift));
}

function asJson({ folder, days, dates, weeks, ...rest }: RunDrift): string {
  const byDay = days.map((means, day) => ({ day, date: dates[day], ...means }));
  return JSON.stringify(
    { run: folder.name, ...rest, weeks: weeks.map((means, i) => ({ week: i + 1, ...means })), days: byDay },
    null,
    2,
  );
}

function describe({ folder, agent, synthetic, task, people, weeks, days, changes, laws }: RunDrift): string {
  const rows = changes.map((change) => {
    const means = [weeks[0]!, weeks.at(-1)!].map((week) => week[change.measure]!);
    return [change.measure, ...pairedCells({ ...change, a: means[0]!, b: means[1]! }), pValueText(change.pValue)];
  });
  return [
    `${folder.name}, ${agent}: ${counted(people, 'person', 'people')}, ${counted(days.length, 'day')}; 95 % intervals, paired by person`,
    textTable([['per person', 'week 1', `week ${weeks.length}`, 'change', 'interval', 'p'], ...rows]),
    `\nLaws of mobility over ${counted(weeks.length, 'week')}, which days alone do not show`,
    textTable([['', 'these people', 'interval', 'published', ''], ...laws.map(lawCells)]),
    ...new Set(
      laws.flatMap(({ published }) => (published ? [`published: ${published.source}, ${published.data}`] : [])),
    ),
    ...(synthetic ? [syntheticNotice(task)] : []),
  ].join('\n');
}

const VERDICTS = { holds: 'holds', below: 'too low', above: 'too high' } as const;

function lawCells({ name, value, low, high, digits, published, verdict }: MonthLaw): string[] {
  const show = (number: number) => (Number.isNaN(number) ? '–' : decimals(number, digits));
  const range = (from: number, to: number) => `${show(from)} to ${show(to)}`;
  return [
    name,
    show(value),
    Number.isNaN(low) ? '–' : range(low, high),
    published === null ? 'no figure' : range(published.low, published.high),
    verdict === null ? '' : VERDICTS[verdict],
  ];
}

function headline({ weeks, changes }: RunDrift): string {
  const changed = changes.filter(({ pValue }) => pValue < SIGNIFICANT);
  const last = `week ${weeks.length}`;
  if (changed.length === 0) return `No drift: ${last} does not differ from week 1 by more than chance.`;
  const named = changed.map((change) => {
    const [before, after] = pairedCells(change);
    return `${change.measure} ${before} → ${after}`;
  });
  return `Drift from week 1 to ${last}: ${named.join('; ')}`;
}
