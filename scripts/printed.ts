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
  return [await firstRun(asbench), { pages: ['docs/tutorial.md'], mark: 'tutorial', text: await tutorial(asbench) }];
}

/** The first run of the README, in the home that a folder has by default. */
export async function firstRun(asbench: Asbench): Promise<Printed> {
  const output = await asbench('run', 'DailyMobility');
  const usual = output
    .replace(/^(Results|Run): .*(?=\/(inference_results|runs)\/)/gm, '$1: .agentsociety-benchmark')
    .replace(/(: asbench .*?) (?:"[^"\n]*|\S*)\/runs\/([\w-]+)"?$/gm, '$1 $2');
  const text = ['```text', usual.trimEnd(), '```'].join('\n');
  return { pages: ['README.md', 'README.zh-CN.md'], mark: 'first-run', text };
}

async function tutorial(asbench: Asbench): Promise<string> {
  const rows: string[] = [];
  for (let step = 1; step <= STEPS.length; step++) rows.push(await tutorialRow(asbench, step));
  return [
    '| step | score | radius | places per day | sequences | shares of the day |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

/** The row of a step of the tutorial, from 1. */
export async function tutorialRow(asbench: Asbench, step: number): Promise<string> {
  const file = join('examples', 'tutorial', `step_${step}.py`);
  const run = await asbench('run', 'DailyMobility', '--agent', file, '--threads', '1', '--json');
  const { documented } = JSON.parse(run).scores;
  const parts = PARTS.map((part) => documented[part].toFixed(4));
  return `| ${[`${step} ${STEPS[step - 1]}`, documented.final_score.toFixed(2), ...parts].join(' | ')} |`;
}
