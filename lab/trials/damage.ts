import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tally, Trial, TrialContext } from './trial.js';

const root = join(import.meta.dirname, '../../..');

interface TestReport {
  readonly numTotalTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly failureMessages: readonly string[] }[];
  }[];
}

/** The test files that take fewer inputs in the suite than here. */
function damageTests(): string[] {
  const names = readdirSync(join(root, 'packages'), { recursive: true, encoding: 'utf8' });
  const tests = names.filter((name) => /[\\/]src[\\/].*\.test\.ts$/.test(name) && !name.includes('node_modules'));
  return tests
    .map((name) => join('packages', name))
    .filter((name) => readFileSync(join(root, name), 'utf8').includes('/damage.fixture.js'));
}

/** The tests of damaged and random inputs, with those that the suite leaves out because they cost much. */
export const damage: Trial = {
  name: 'damage',
  about: 'wrong values in every field of a manifest, and the other damaged and random inputs of the tests',
  async run({ folder }: TrialContext): Promise<Tally> {
    const file = join(folder, 'tests.json');
    const words = ['vitest', 'run', '--project', 'whole', ...damageTests(), '--reporter=json', `--outputFile=${file}`];
    const { stderr } = spawnSync('npx', words, {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, ITINERA_DAMAGE: 'trial' },
    });
    let report: TestReport;
    try {
      report = JSON.parse(readFileSync(file, 'utf8')) as TestReport;
    } catch {
      throw new Error(stderr);
    }
    const failures = report.testResults.flatMap(({ status, message, assertionResults: tests }) =>
      // A file that fails before its tests has none.
      status === 'failed' && tests.length === 0 ? [message] : tests.flatMap(({ failureMessages }) => failureMessages),
    );
    return { tries: report.numTotalTests, failures };
  },
};
