import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tally, Trial, TrialContext } from './trial.js';

const root = join(import.meta.dirname, '../../..');

interface TestReport {
  readonly numTotalTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly failureMessages: readonly string[] }[];
  }[];
}

/** The tests of damaged inputs, with those that the suite leaves out because each costs a command. */
export const damage: Trial = {
  name: 'damage',
  about: 'wrong values in every field of a manifest, and the other damaged inputs of the tests',
  async run({ folder }: TrialContext): Promise<Tally> {
    const file = join(folder, 'tests.json');
    const words = ['vitest', 'run', '--project', 'whole', '.damage.test', '--reporter=json', `--outputFile=${file}`];
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
    const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
    return {
      tries: report.numTotalTests,
      failures: tests.flatMap(({ failureMessages }) => failureMessages),
    };
  },
};
