import { join } from 'node:path';

/** Output of a command that pages show between two marks. */
export interface Printed {
  readonly pages: readonly string[];
  readonly mark: string;
  readonly text: string;
}

/** Runs `asbench` in the folder of the project, with a home that is otherwise empty. Resolves with its output. */
type Asbench = (...args: string[]) => Promise<string>;

const STEPS = ['go to work', 'log activities', 'individual hours', 'go out'];
const PARTS = [
  'jsd_gyration_radius',
  'jsd_daily_location_numbers',
  'jsd_intention_sequences',
  'jsd_intention_proportions',
] as const;

/** Runs the commands whose output the pages show, on demo data. Needs Python. */
export async function printed(asbench: Asbench): Promise<readonly Printed[]> {
  return [
    {
      pages: ['README.md', 'README.zh-CN.md'],
      mark: 'first-run',
      text: firstRun(await asbench('run', 'DailyMobility')),
    },
    { pages: ['docs/tutorial.md'], mark: 'tutorial', text: await tutorial(asbench) },
  ];
}

/** The output without the lines that name files. */
function firstRun(output: string): string {
  const lines = output
    .trimEnd()
    .split('\n')
    .filter((line) => !/^(Results|Run): /.test(line));
  return ['```text', lines.join('\n').replace(/\n{3,}/g, '\n\n'), '```'].join('\n');
}

async function tutorial(asbench: Asbench): Promise<string> {
  const rows: string[] = [];
  for (const [i, name] of STEPS.entries()) {
    const file = join('examples', 'tutorial', `step_${i + 1}.py`);
    const run = await asbench('run', 'DailyMobility', '--agent', file, '--threads', '1', '--json');
    const { documented } = JSON.parse(run).scores;
    const parts = PARTS.map((part) => documented[part].toFixed(4));
    rows.push(`| ${[`${i + 1} ${name}`, documented.final_score.toFixed(2), ...parts].join(' | ')} |`);
  }
  return [
    '| step | score | radius | places per day | sequences | shares of the day |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}
