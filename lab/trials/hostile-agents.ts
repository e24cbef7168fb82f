import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asbench, bytesOf, differences, faultOf } from './asbench.js';
import { makeHome } from './home.js';
import type { Tally, Trial, TrialContext } from './trial.js';

/** The action of one of twenty people in their second step. */
const DEEDS: Readonly<Record<string, string>> = {
  throws: "throw new Error('\\u001b[2Jno')",
  'throws nothing': 'throw undefined',
  'throws what throws': 'throw { get message() { throw 1; }, toString() { throw 2; } }',
  loops: 'for (;;);',
  'never answers': 'return new Promise(() => {})',
  exits: 'process.exit(0)',
  kills: "process.kill(process.pid, 'SIGCONT')",
  rejects: "Promise.reject(new Error('stray'))",
  recurses: 'const down = () => down(); down()',
  'fills the heap': 'const kept = []; for (;;) kept.push(new Array(1e6).fill(0))',
  'fills buffers': 'const kept = []; for (;;) kept.push(new Uint8Array(2 ** 26).fill(1))',
  prints: "for (let i = 0; i < 2000; i++) console.log('x'.repeat(10_000))",
  'prints without the console': "for (let i = 0; i < 2000; i++) process.stdout.write('x'.repeat(10_000))",
  'goes nowhere': "this.goToAoi('home')",
  'goes to AOI NaN': 'this.goToAoi(Number.NaN)',
  'says a megabyte': "this.logIntention('\\u001b[2J'.repeat(300_000))",
  'changes built-in objects':
    'Array.prototype.push = () => { throw 1; }; JSON.stringify = () => 7; Math.floor = () => NaN',
  'leaves timers': 'setInterval(() => {}, 1)',
  'posts to its thread': "require('node:worker_threads').parentPort.postMessage({ kind: 'done', group: 0 })",
};

/** The only valid end without results: JavaScript itself can no longer be relied on, and the run reports this. */
const REFUSED = /^The agent has changed \S+, a built-in of JavaScript/m;

/** Agents that do what agents must not. They must not affect other people, and the run must end with a message. */
export const hostileAgents: Trial = {
  name: 'agents',
  about: 'agents that throw, hang, exit, fill memory, print, and change shared objects',
  async run({ folder }: TrialContext): Promise<Tally> {
    const home = await makeHome(folder);
    const failures: string[] = [];
    const deeds = Object.entries(DEEDS);
    for (const [n, [name, deed]] of deeds.entries()) {
      const agent = join(folder, `agent-${n}.ts`);
      writeFileSync(
        agent,
        `import { createRequire } from 'node:module';\nimport { DailyMobilityAgent } from 'itinera';\nconst require = createRequire(import.meta.url);\nexport default class Hostile extends DailyMobilityAgent {\n  forward() {\n    const [day, time] = this.environment.getDatetime();\n    if (this.id === 3 && day === 0 && time === 901) { ${deed} }\n    this.logIntention(time > 30_000 ? 'work' : 'sleep');\n    if (time > 30_000) this.goToAoi(this.status.get('work').aoiPosition.aoiId);\n  }\n}\n`,
      );
      const run = [
        '--home-dir',
        home,
        'run',
        'DailyMobility',
        '--people',
        '20',
        '-a',
        agent,
        '--step-timeout',
        '1',
        '--demo',
        '--mode',
        'inference',
        '--json',
      ];
      const ends = [
        await asbench(run, { cwd: folder, seconds: 120 }),
        await asbench(run, { cwd: folder, seconds: 120 }),
      ];
      const folders = ends.map((end) => {
        const isRefused = end.code === 1 && REFUSED.test(end.errors);
        const fault =
          faultOf(end) ?? (end.output === '' && !isRefused ? `exit code ${end.code}: ${end.errors.slice(-200)}` : null);
        if (fault !== null) failures.push(`an agent that ${name}: ${fault}`);
        return end.output !== '' ? (JSON.parse(end.output) as { folder: string }).folder : null;
      });
      const [first, second] = folders;
      if (first == null || second == null) continue;
      const differ = differences(bytesOf(first), bytesOf(second));
      if (differ.length > 0) failures.push(`an agent that ${name}: two runs differ in ${differ.join(', ')}`);
      const { size } = statSync(join(first, 'prints.log'), { throwIfNoEntry: false }) ?? { size: 0 };
      if (size > 12_000_000) failures.push(`an agent that ${name}: ${size} bytes of prints`);
    }
    return { tries: 2 * deeds.length, failures };
  },
};
