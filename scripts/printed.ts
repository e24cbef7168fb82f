import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Output of a command that pages show between two marks. */
export interface Printed {
  readonly pages: readonly string[];
  readonly mark: string;
  readonly text: string;
}

const program = join('packages', 'asbench', 'bin', 'asbench.js');
const STEPS = ['nine to five', 'says what it does', 'hours of its own', 'goes out'];
const PARTS = [
  'jsd_gyration_radius',
  'jsd_daily_location_numbers',
  'jsd_intention_sequences',
  'jsd_intention_proportions',
] as const;

/** Runs the commands whose output the pages show, on demo data. Needs Python, and the project as working folder. */
export function printed(home: string): readonly Printed[] {
  const asbench = (...args: string[]) =>
    execFileSync(process.execPath, [program, '--home-dir', home, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  return [
    { pages: ['README.md', 'README.zh-CN.md'], mark: 'first-run', text: firstRun(asbench('run', 'DailyMobility')) },
    { pages: ['docs/tutorial.md'], mark: 'tutorial', text: tutorial(asbench) },
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

function tutorial(asbench: (...args: string[]) => string): string {
  const rows = STEPS.map((name, i) => {
    const file = join('examples', 'tutorial', `step_${i + 1}.py`);
    const { scores } = JSON.parse(asbench('run', 'DailyMobility', '--agent', file, '--threads', '1', '--json'));
    const parts = PARTS.map((part) => scores.documented[part].toFixed(4));
    return `| ${[`${i + 1} ${name}`, scores.documented.final_score.toFixed(2), ...parts].join(' | ')} |`;
  });
  return [
    '| step | score | radius | places per day | sequences | shares of the day |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}
