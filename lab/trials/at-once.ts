import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bytesOf, differences, faultOf, firstLine, start } from './asbench.js';
import { makeHome } from './home.js';
import type { Tally, Trial, TrialContext } from './trial.js';

const ROUNDS = 8;

/** Concurrent commands in one home folder. */
export const atOnce: Trial = {
  name: 'at-once',
  about: 'three runs of one setup, three resumes of one run, evaluations and board rebuilds at the same time',
  async run({ folder, scale }: TrialContext): Promise<Tally> {
    const home = await makeHome(folder);
    const at = ['--home-dir', home];
    const failures: string[] = [];
    let tries = 0;
    const together = async (...commands: (readonly string[])[]) => {
      tries += commands.length;
      const ends = await Promise.all(commands.map((args) => start([...at, ...args], { cwd: folder }).ended));
      ends.forEach((end, i) => {
        const fault = faultOf(end);
        if (fault !== null) failures.push(`${commands[i]!.join(' ')}: ${fault}`);
      });
      return ends;
    };
    for (let round = 0; round < Math.ceil(ROUNDS * scale); round++) {
      // Nobody has this floor yet.
      const run = ['run', 'DailyMobility', '--people', '30', '--seed', String(100 + round), '--json'];
      const runs = (await together(run, run, run)).map(({ output, errors }) => {
        if (output === '') failures.push(`${run.join(' ')}: ${firstLine(errors)}`);
        return output === '' ? null : (JSON.parse(output) as { folder: string; scores: { floor: unknown } });
      });
      const [first, ...others] = runs.filter((report) => report !== null);
      if (first === undefined) continue;
      for (const other of others) {
        const differ = differences(bytesOf(first.folder), bytesOf(other.folder));
        if (differ.length > 0) failures.push(`concurrent runs differ in ${differ.join(', ')}`);
      }
      if (runs.some((report) => report?.scores.floor === null)) failures.push('a concurrent run has no floor');
      const before = bytesOf(first.folder);
      rmSync(join(first.folder, 'statuses', '00000.arrow'));
      writeFileSync(join(first.folder, 'run.lock'), '4194305\n=4194305\n');
      const resume = ['runs', 'resume', first.folder];
      const ends = await together(resume, resume, resume);
      const won = ends.filter(({ code }) => code === 0).length;
      const refused = ends.filter(({ errors }) => errors.includes('is working on this run')).length;
      if (won < 1 || won + refused !== 3)
        failures.push(`of three resumes ${won} succeeded and ${refused} were rejected`);
      const differ = differences(before, bytesOf(first.folder));
      if (differ.length > 0) failures.push(`a run resumed by three differs in ${differ.join(', ')}`);
      if (existsSync(join(first.folder, 'run.lock'))) failures.push('a lock was left');
      const evaluate = ['evaluate', 'DailyMobility', first.folder];
      await together(evaluate, evaluate, ['runs', 'leaderboard', '--rebuild'], ['runs', 'leaderboard', '--rebuild']);
    }
    return { tries, failures };
  },
};
