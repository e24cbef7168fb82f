import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const program = join(import.meta.dirname, '../../../asbench/bin/asbench.js');
export const HOSTILE = '<script>alert(1)</script><img src=x onerror=alert(2)> \u202Eabc\u2066';
export const HOSTILE_NAME = '<b onclick=alert(3)>bold';

/** A file beside the home whose agent goes to work and home, and lets those after the first 16 wait for a go-ahead. */
const SLOW_AGENT = 'slow-agent.ts';
const GO_AHEAD = 'go-ahead';
const SLOW_SOURCE = `import { existsSync } from 'node:fs';
import { DailyMobilityAgent } from '@itinera/bench';

export default class SlowAgent extends DailyMobilityAgent {
  #isSent = false;

  async forward() {
    while (this.id > 16 && !existsSync('${GO_AHEAD}')) await new Promise((resolve) => setTimeout(resolve, 100));
    if (this.#isSent) return;
    this.#isSent = true;
    const home = this.status.get('home').aoiPosition.aoiId;
    const work = this.status.get('work', this.status.get('home')).aoiPosition.aoiId;
    this.environment.setAoiSchedules(this.id, [work, home], [8.5 * 3600, 17 * 3600]);
  }
}
`;

interface SlowRun {
  /** As soon as its folder is there. */
  readonly name: Promise<string>;
  readonly goAhead: () => void;
  readonly ended: Promise<void>;
}

/** A home with runs of both benchmarks, a HuMob scoring, a run under way and folders that are no runs. */
export function makeHome(): {
  readonly home: string;
  readonly runs: string;
  readonly asbench: (...args: string[]) => string;
  /** Begins a run of the slow agent. */
  readonly beginSlow: () => SlowRun;
} {
  const folder = mkdtempSync(join(tmpdir(), 'itinera viewer '));
  const home = join(folder, 'home');
  const asbench = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, '--home-dir', home, ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`asbench ${args.join(' ')}: ${stderr}`);
    return stdout;
  };
  writeFileSync(join(folder, 'llm.yml'), 'llm: [{provider: scripted}]\n');
  asbench('run', 'DailyMobility', '--people', '40');
  asbench('run', 'DailyMobility', '--people', '40', '--agent', 'diarist', '--demo', '-c', join(folder, 'llm.yml'));
  asbench('run', 'HurricaneMobility', '--people', '30');
  for (const seed of ['2', '3'])
    for (const task of ['DailyMobility', 'HurricaneMobility']) asbench('run', task, '--people', '25', '--seed', seed);
  asbench('humob', 'score', '--sample', '--keep', 'sample');
  keepTwoSubmissions(asbench);
  const runs = join(home, 'runs');
  makeHostile(runs);
  makeLive(runs);
  makeBroken(runs);
  writeFileSync(join(folder, SLOW_AGENT), SLOW_SOURCE);
  const beginSlow = () => {
    const before = new Set(readdirSync(runs));
    const task = ['run', 'DailyMobility', '--people', '40', '--agent', SLOW_AGENT, '--threads', '1'];
    const child = spawn(process.execPath, [program, '--home-dir', home, ...task], { cwd: folder });
    let stderr = '';
    child.stderr.on('data', (text) => {
      stderr += text;
    });
    const ended = new Promise<void>((resolve, reject) =>
      child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(stderr)))),
    );
    return { name: appeared(runs, before), goAhead: () => writeFileSync(join(folder, GO_AHEAD), ''), ended };
  };
  return { home, runs, asbench, beginSlow };
}

/** The run that has come into a folder. */
async function appeared(runs: string, before: ReadonlySet<string>): Promise<string> {
  for (;;) {
    const found = readdirSync(runs).find((name) => !before.has(name) && existsSync(join(runs, name, 'run.json')));
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Two submissions of one data set, scored against each other. */
function keepTwoSubmissions(asbench: (...args: string[]) => string): void {
  asbench('humob', 'synth', '--users', '6', '--days', '66', '-o', 'people.csv');
  asbench('humob', 'split', 'people.csv', '-o', '.');
  for (const name of ['weekday-slot-mode', 'bigram'])
    asbench('humob', 'baseline', name, '--train', 'train.csv', '--target', 'template.csv', '-o', `${name}.csv`);
  const files = ['--generated', 'weekday-slot-mode.csv', '--compare', 'bigram.csv', '--reference', 'truth.csv'];
  asbench('humob', 'score', ...files, '--keep', 'pair');
}

/** Calls whose texts would be code or turn the page round, and one of a megabyte, in a run with a name of that kind. */
function makeHostile(runs: string): void {
  const run = join(runs, HOSTILE_NAME);
  cpSync(join(runs, 'daily-mobility-2'), run, { recursive: true });
  const calls = join(run, 'calls.ndjson');
  const first = readFileSync(calls, 'utf8').split('\n')[0]!;
  const [head] = first.split(',"request":') as [string];
  const line = (sequence: number, content: string) =>
    `${head.replace(/"sequence":\d+/, `"sequence":${sequence}`)},"request":${JSON.stringify({ messages: [{ role: HOSTILE, content }] })},"answer":{"content":${JSON.stringify(HOSTILE)},"toolCalls":[],"finishReason":"stop"}}\n`;
  appendFileSync(calls, line(900, HOSTILE));
  appendFileSync(calls, line(901, 'm'.repeat(2 ** 20)));
}

/** The state of a run when some of its people are done. */
function makeLive(runs: string): void {
  const run = join(runs, 'live');
  cpSync(join(runs, 'daily-mobility-1'), run, { recursive: true });
  for (const name of ['scores.json', 'results.json', 'results.pkl']) rmSync(join(run, name));
  for (const table of readdirSync(run, { withFileTypes: true }))
    if (table.isDirectory()) {
      const groups = readdirSync(join(run, table.name)).sort();
      if (groups.length > 1) rmSync(join(run, table.name, groups.at(-1)!));
    }
  const manifest = join(run, 'run.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"state": "finished"', '"state": "running"'));
}

function makeBroken(runs: string): void {
  for (const name of ['torn', 'notes', 'half']) mkdirSync(join(runs, name));
  writeFileSync(join(runs, 'torn', 'run.json'), '{"format":');
  writeFileSync(join(runs, 'notes', 'readme.txt'), 'no run');
  cpSync(join(runs, 'hurricane-mobility-1'), join(runs, 'half'), { recursive: true });
  writeFileSync(join(runs, 'half', 'scores.json'), '{"final_score":');
  for (const table of readdirSync(join(runs, 'half', 'statuses')))
    writeFileSync(join(runs, 'half', 'statuses', table), 'ARROW1 and no more');
}
