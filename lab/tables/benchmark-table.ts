import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeBetweenMarks } from '../../scripts/write-between-marks.js';
import { neededData } from '../needed-data.js';

// Writes the tables of the built-in agents on real input into docs/results.md, between its marks: npm run benchmark-table.
// Official profiles and ground truth, and OpenStreetMap extracts, are looked for under ITINERA_DATA.
const SEEDS = 5;

interface Task {
  readonly name: string;
  readonly extract: string;
  readonly city: string;
  readonly agents: readonly string[];
  /** Columns: heading, metric of the documented profile, digits. */
  readonly columns: readonly (readonly [heading: string, metric: string, digits: number])[];
}

const tasks: readonly Task[] = [
  {
    name: 'DailyMobility',
    extract: 'osm-liechtenstein/liechtenstein-latest.osm.pbf',
    city: 'Liechtenstein',
    agents: ['random', 'd-epr', 'ditras', 'markov', 'commuter', 'day-pattern', 'diarist', 'storm-diarist'],
    columns: [
      ['radius', 'jsd_gyration_radius', 3],
      ['places', 'jsd_daily_location_numbers', 3],
      ['sequences', 'jsd_intention_sequences', 3],
      ['proportions', 'jsd_intention_proportions', 3],
    ],
  },
  {
    name: 'HurricaneMobility',
    // Large enough that people are on the road when HurricaneMobility looks: every half hour, on the hour and half past.
    extract: 'osm-honolulu/honolulu.osm.pbf',
    city: 'Honolulu, Hawaii',
    agents: ['random', 'd-epr', 'ditras', 'markov', 'commuter', 'day-pattern', 'diarist', 'storm-diarist'],
    columns: [
      ['change rates', 'change_rate_score', 1],
      ['hours', 'distribution_score', 1],
    ],
  },
];

const data = neededData(
  'benchmark-table',
  tasks.flatMap(({ name, extract }) => [`${name}/profiles.json`, `${name}/groundtruth`, extract]),
);

interface Spread {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}
type Profile = Readonly<Record<string, number | null>>;
interface Scores {
  readonly documented: Profile & {
    readonly detailed_metrics?: { readonly generated_change_rates: Profile; readonly real_change_rates: Profile };
  };
  readonly reference: Profile;
  readonly noise: { readonly documented: Readonly<Record<string, Spread>> };
  readonly ceiling: { readonly documented: Readonly<Record<string, Spread>> };
}

const folder = mkdtempSync(join(tmpdir(), 'benchmark-table-'));
try {
  writeFileSync(join(folder, 'scripted.yml'), 'llm:\n  - provider: scripted\n');
  writeBetweenMarks('docs/results.md', 'benchmark-table', tasks.map(tableOf).join('\n\n'));
} finally {
  rmSync(folder, { recursive: true });
}

function asbench(...args: string[]): string {
  return execFileSync('npx', ['asbench', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
  });
}

function tableOf({ name, extract, city, agents, columns }: Task): string {
  const map = join(folder, `${name}.pb`);
  asbench('map', 'build', join(data, extract), '-o', map);
  let ceiling: Scores['ceiling'] | undefined;
  let trueChanges: Profile | undefined;
  const rows = agents.map((agent) => {
    const scripted = agent.endsWith('diarist');
    const runs = JSON.parse(
      asbench(
        'run',
        name,
        '--home-dir',
        folder,
        '-d',
        join(data, name),
        '--map',
        map,
        '--relocate',
        '-a',
        agent,
        '--seeds',
        String(SEEDS),
        '--json',
        ...(scripted ? ['-c', join(folder, 'scripted.yml')] : []),
      ),
    ) as { runs: { scores: Scores }[] };
    const scores = runs.runs.map((run) => run.scores);
    const first = scores[0]!;
    ceiling = first.ceiling;
    const changes = first.documented.detailed_metrics?.generated_change_rates;
    trueChanges = first.documented.detailed_metrics?.real_change_rates;
    return [
      scripted ? `${agent} (scripted model)` : agent,
      withInterval(first.noise.documented.final_score, 1),
      spreadOf(scores.map(({ documented }) => documented.final_score)),
      ...columns.map(([, metric, digits]) => show(first.documented[metric], digits)),
      ...changesOf(changes),
      show(first.reference.final_score, 1),
    ];
  });
  rows.push([
    'ceiling: a perfect agent',
    withInterval(ceiling?.documented.final_score, 1),
    '',
    ...columns.map(([, metric, digits]) => show(ceiling?.documented[metric]?.value, digits)),
    ...changesOf(trueChanges),
    '',
  ]);
  const heading = [
    'agent',
    `score, seed 1 (95 % interval)`,
    `${SEEDS} seeds`,
    ...columns.map(([text]) => text),
    ...(trueChanges ? ['trips during / after'] : []),
    'reference score',
  ];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    `**${name}**, official people moved to ${city}, 100 of them:`,
    '',
    line(heading),
    line(heading.map(() => '---')),
    ...rows.map(line),
  ].join('\n');
}

/** How trips change during and after the storm, where the task has one. */
function changesOf(changes: Profile | undefined): string[] {
  return changes ? [`${show(changes.during_vs_before, 0)} / ${show(changes.after_vs_before, 0)} %`] : [];
}

function withInterval(spread: Spread | undefined, digits: number): string {
  if (spread?.value == null) return '–';
  return `${show(spread.value, digits)} (${show(spread.low, digits)}–${show(spread.high, digits)})`;
}

/** Mean and standard deviation over seeds. */
function spreadOf(values: readonly (number | null | undefined)[]): string {
  const known = values.filter((value) => value != null);
  if (known.length < values.length) return '–';
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  const variance = known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, known.length - 1);
  return `${mean.toFixed(1)} ± ${Math.sqrt(variance).toFixed(1)}`;
}

function show(value: number | null | undefined, digits: number): string {
  return value == null ? '–' : value.toFixed(digits).replace('-', '−');
}
