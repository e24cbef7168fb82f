import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { asbench, bytesOf, differences, faultOf, firstLine } from './asbench.js';
import { agents, makeHome } from './home.js';
import type { Tally, Trial, TrialContext } from './trial.js';

const CODES = ['ENOSPC', 'EIO', 'EACCES'] as const;
/** Number of runs under a clock that jumps. */
const SWINGS = 6;

/** The environment of a program with injected faults, see `shim.ts`. */
export function shimmed(...words: readonly (string | number)[]): NodeJS.ProcessEnv {
  const shim = pathToFileURL(join(import.meta.dirname, 'shim.js')).href;
  return { NODE_OPTIONS: `--import=${shim}`, ITINERA_TRIAL_SHIM: words.join(' ') };
}

/** Each write of a run fails once, and the run is resumed; the clock jumps while it runs. */
export const faults: Trial = {
  name: 'faults',
  about: 'each write of a run fails once (ENOSPC, EIO, EACCES), the clock jumps back and forth: the same final bytes',
  async run({ folder, seed, scale }: TrialContext): Promise<Tally> {
    const home = await makeHome(folder);
    const data = join(home, 'demo', 'DailyMobility-3.1');
    const failures: string[] = [];
    let tries = 0;
    let reported = 0;
    const sizes: number[] = [];
    const setups = [
      ['run', 'DailyMobility', '-d', data, '--people', '20', '--threads', '1', '-a', 'commuter', '--seed', '3'],
      ['run', 'DailyMobility', '-d', data, '--people', '20', '-a', agents.python, '--seed', '3'],
    ];
    for (const [number, args] of setups.entries()) {
      const place = (name: string) => {
        const cwd = join(folder, `${number}-${name}`);
        mkdirSync(join(cwd, 'home'), { recursive: true });
        return { cwd, at: ['--home-dir', join(cwd, 'home')], runs: join(cwd, 'home', 'runs') };
      };
      const calm = place('calm');
      const counter = join(calm.cwd, 'writes');
      writeFileSync(counter, '');
      const first = await asbench([...calm.at, ...args], { cwd: calm.cwd, env: shimmed('fault', 'EIO', -1, counter) });
      if (first.code !== 0) throw new Error(firstLine(first.errors));
      const expected = bytesOf(join(calm.runs, 'daily-mobility-1'));
      const writes = statSync(counter).size;
      sizes.push(writes);
      const step = Math.max(1, Math.round(1 / scale));
      for (let n = 1 + (seed % step); n <= writes; n += step) {
        const code = CODES[(n + seed) % CODES.length]!;
        const { cwd, at, runs } = place(`write-${n}`);
        writeFileSync(join(cwd, 'writes'), '');
        const end = await asbench([...at, ...args], { cwd, env: shimmed('fault', code, n, join(cwd, 'writes')) });
        tries++;
        const words = `write ${n} of ${writes} fails with ${code}; asbench ${args.join(' ')}`;
        const fault = faultOf(end);
        if (end.code !== 0) reported++;
        if (fault !== null) failures.push(`${words}: ${fault}`);
        else if (end.code !== 0 && !/[\\/]|\w\.\w/.test(end.errors))
          failures.push(`${words}: names no file: ${firstLine(end.errors)}`);
        const begun = existsSync(runs) && readdirSync(runs).includes('daily-mobility-1');
        const isOne = begun && existsSync(join(runs, 'daily-mobility-1', 'run.json'));
        const again = await asbench([...at, ...(isOne ? ['runs', 'resume', 'daily-mobility-1'] : args)], { cwd });
        if (again.code !== 0) failures.push(`${words}: not resumed: ${firstLine(again.errors)}`);
        const name = readdirSync(runs).find((run) => existsSync(join(runs, run, 'run.json')));
        const differ = name === undefined ? ['all'] : differences(bytesOf(join(runs, name)), expected);
        if (differ.length > 0) failures.push(`${words}: differs in ${differ.join(', ')}`);
      }
      for (let n = 0; n < Math.ceil(SWINGS * scale); n++) {
        const { cwd, at, runs } = place(`clock-${n}`);
        const end = await asbench([...at, ...args], { cwd, env: shimmed('clock') });
        tries++;
        const differ = end.code === 0 ? differences(bytesOf(join(runs, 'daily-mobility-1')), expected) : [];
        if (end.code !== 0) failures.push(`the clock jumps; asbench ${args.join(' ')}: ${firstLine(end.errors)}`);
        if (differ.length > 0) failures.push(`the clock jumps: differs in ${differ.join(', ')}`);
      }
    }
    return { tries, failures, note: `runs of ${sizes.join(' and ')} writes; ${reported} failures ended a run` };
  },
};
