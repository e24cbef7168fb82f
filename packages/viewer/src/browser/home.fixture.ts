import { spawn } from 'node:child_process';
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
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { RunFolder, writeWithChecksum } from '@itinera/run';
import { asbench as call } from '../../../asbench/src/commands/asbench.fixture.js';
import { withDemo } from '../../../benchmarks/src/demo.fixture.js';

/** The program that users start, which runs the bundle. */
const program = join(import.meta.dirname, '../../../asbench/bin/asbench.js');
export const HOSTILE = '<script>alert(1)</script><img src=x onerror=alert(2)> \u202Eabc\u2066';
export const HOSTILE_NAME = '<b onclick=alert(3)>bold';
export const CHINESE_NAME = '北京市海淀区没有空格的很长的运行名称第一百二十三次模拟';
const LONG_TEXT = `请写下今天一整天的活动，每一项都给出时间和地点。${'没有空格'.repeat(40)}${'W'.repeat(300)}👩‍🏫`;
export const COPIED_SIMULATIONS = ['copy 1 of the simulation', 'copy 2 of the simulation'];
/** Why the run `invalid` is invalid. */
export const INVALID = 'the agent failed in 1,920 of 1,920 steps.';
/** People of each run. */
export const PEOPLE = 20;

/** An agent that goes to work and home; everybody after the first 16 people waits for a file to appear. */
const SLOW_AGENT = '没有空格的很长的智能体名称🚶AndAnEnglishWordThatIsMuchLongerThanAColumn.ts';
const GO_AHEAD = 'go-ahead';
const SLOW_SOURCE = `import { existsSync } from 'node:fs';
import { DailyMobilityAgent } from 'itinera';

export default class SlowAgent extends DailyMobilityAgent {
  #isSent = false;

  async forward() {
    while (this.id > 16 && !existsSync('${GO_AHEAD}')) await new Promise((resolve) => setTimeout(resolve, 50));
    if (this.#isSent) return;
    this.#isSent = true;
    const home = this.status.get('home').aoiPosition.aoiId;
    const work = this.status.get('work', this.status.get('home')).aoiPosition.aoiId;
    this.environment.setAoiSchedules(this.id, [work, home], [8.5 * 3600, 17 * 3600]);
  }
}
`;

interface SlowRun {
  /** Its name, as soon as its folder exists. */
  readonly name: Promise<string>;
  readonly goAhead: () => void;
  readonly ended: Promise<void>;
}

/** A home with runs of both benchmarks, HuMob scorings, a run in progress, damaged runs and other folders. */
export interface Home {
  /** The folder that holds the home and everything else; to be removed after the tests. */
  readonly folder: string;
  readonly home: string;
  readonly runs: string;
  readonly asbench: (...args: string[]) => Promise<string>;
  /** Starts a run of the slow agent. */
  readonly beginSlow: () => SlowRun;
  /** Starts `asbench ui`. */
  readonly serve: (...args: string[]) => Promise<{ readonly address: string; readonly close: () => Promise<void> }>;
}

export async function makeHome(): Promise<Home> {
  const folder = mkdtempSync(join(tmpdir(), 'itinera viewer '));
  const home = join(folder, 'home');
  const runs = join(home, 'runs');
  const asbench = async (...args: string[]) => {
    const { status, stdout, stderr } = await call(folder, '--home-dir', home, ...args);
    if (status !== 0) throw new Error(stderr);
    return stdout;
  };
  const start = (...args: string[]) => spawn(process.execPath, [program, '--home-dir', home, ...args], { cwd: folder });
  writeFileSync(join(folder, 'llm.yml'), 'llm: [{provider: scripted}]\n');
  writeFileSync(join(folder, SLOW_AGENT), SLOW_SOURCE);
  writeSubmissions(folder);
  for (const task of ['DailyMobility', 'HurricaneMobility'] as const) await withDemo(home, task);
  const people = ['--people', String(PEOPLE), '--threads', '1'];
  await asbench('run', 'DailyMobility', ...people);
  await asbench('run', 'DailyMobility', ...people, '--agent', 'diarist', '--demo', '-c', 'llm.yml');
  makeHostile(runs);
  makeLive(runs);
  cpSync(join(runs, 'daily-mobility-1'), join(runs, CHINESE_NAME), { recursive: true });
  await makeInvalid(runs);
  await asbench('run', 'HurricaneMobility', ...people);
  makeBroken(runs);
  const demo = join(home, 'demo', readdirSync(join(home, 'demo')).find((name) => name.startsWith('Daily'))!);
  const profiles = ['--profiles', join(demo, 'profiles.json'), '--map', join(demo, 'map.pb')];
  await asbench('simulate', ...profiles, ...people, '--days', '2');
  const [simulation] = readdirSync(runs).filter((name) => name.startsWith('simulation'));
  for (const name of COPIED_SIMULATIONS) cpSync(join(runs, simulation!), join(runs, name), { recursive: true });
  await asbench('humob', 'score', '--sample', '--keep', 'sample');
  const files = ['--generated', 'generated.csv', '--compare', 'compared.csv', '--reference', 'reference.csv'];
  await asbench('humob', 'score', ...files, '--keep', 'pair');
  return {
    folder,
    home,
    runs,
    asbench,
    beginSlow: () => {
      const before = new Set(readdirSync(runs));
      // They may wait longer than a step usually takes.
      const waits = ['--agent', SLOW_AGENT, '--step-timeout', '600'];
      const child = start('run', 'DailyMobility', ...people, ...waits);
      let stderr = '';
      child.stderr.on('data', (text) => {
        stderr += text;
      });
      const ended = new Promise<void>((resolve, reject) =>
        child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(stderr)))),
      );
      return { name: appeared(runs, before), goAhead: () => writeFileSync(join(folder, GO_AHEAD), ''), ended };
    },
    serve: async (...args) => {
      const child = start('ui', '--no-open', ...args);
      const address = await new Promise<string>((resolve, reject) => {
        child.stdout.once('data', (text) => resolve(String(text).split('\n')[0]!));
        child.stderr.once('data', (text) => reject(new Error(String(text))));
      });
      const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
      return {
        address,
        close: async () => {
          child.kill('SIGKILL');
          await ended;
        },
      };
    },
  };
}

/** The run that has appeared in a folder. */
async function appeared(runs: string, before: ReadonlySet<string>): Promise<string> {
  for (;;) {
    const found = readdirSync(runs).find((name) => !before.has(name) && existsSync(join(runs, name, 'run.json')));
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Two HuMob submissions and their reference: four users, three days, six half hours. */
function writeSubmissions(folder: string): void {
  const rows: { [name: string]: string[] } = { reference: [], generated: [], compared: [] };
  for (const uid of [1, 2, 3, 4])
    for (const day of [61, 62, 63])
      for (const t of [16, 18, 20, 30, 36, 44]) {
        const [x, y] = [50 + 3 * uid + (t % 5), 80 + (day % 4) + (t % 7)];
        const add = (name: string, dx: number, dy: number) => rows[name]!.push([uid, day, t, x + dx, y + dy].join());
        add('reference', 0, 0);
        add('generated', t % 3, 0);
        add('compared', 0, 2 + (uid % 2));
      }
  for (const [name, lines] of Object.entries(rows))
    writeFileSync(join(folder, `${name}.csv`), ['uid,d,t,x,y', ...lines, ''].join('\n'));
}

/** A run whose name and calls look like markup or reverse the text direction, with a long call and one of one megabyte. */
function makeHostile(runs: string): void {
  const run = join(runs, HOSTILE_NAME);
  cpSync(join(runs, 'daily-mobility-2'), run, { recursive: true });
  const calls = join(run, 'calls.ndjson');
  const first = readFileSync(calls, 'utf8').split('\n')[0]!;
  const [head] = first.split(',"request":') as [string];
  const line = (sequence: number, content: string, answer = HOSTILE) =>
    `${head.replace(/"sequence":\d+/, `"sequence":${sequence}`)},"request":${JSON.stringify({ messages: [{ role: HOSTILE, content }] })},"answer":{"content":${JSON.stringify(answer)},"toolCalls":[],"finishReason":"stop"}}\n`;
  appendFileSync(calls, line(900, HOSTILE));
  appendFileSync(calls, line(902, LONG_TEXT, LONG_TEXT));
  appendFileSync(calls, line(901, 'm'.repeat(2 ** 20)));
}

/** The folder of a run in progress, with only some of its people. */
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

/** A run whose score its own problems contradict. */
async function makeInvalid(runs: string): Promise<void> {
  cpSync(join(runs, 'daily-mobility-1'), join(runs, 'invalid'), { recursive: true });
  const path = join(runs, 'invalid', 'scores.json');
  const scores = JSON.parse(readFileSync(path, 'utf8'));
  scores.run.doubts = [{ message: INVALID, grave: true }];
  await writeWithChecksum(new RunFolder(join(runs, 'invalid')), 'scores.json', JSON.stringify(scores));
}

function makeBroken(runs: string): void {
  for (const name of ['torn', 'notes', 'half']) mkdirSync(join(runs, name));
  writeFileSync(join(runs, 'torn', 'run.json'), '{"format":');
  writeFileSync(join(runs, 'notes', 'readme.txt'), 'no run');
  cpSync(join(runs, 'hurricane-mobility-1'), join(runs, 'half'), { recursive: true });
  writeFileSync(join(runs, 'half', 'scores.json'), '{"final_score":');
  cpSync(join(runs, 'hurricane-mobility-1'), join(runs, 'damaged'), { recursive: true });
  for (const name of ['half', 'damaged'])
    for (const table of readdirSync(join(runs, name, 'statuses')))
      writeFileSync(join(runs, name, 'statuses', table), 'ARROW1 and no more');
}

/** Serves the files of a folder, as any web server does. @returns its address */
export async function serveFiles(folder: string) {
  const types: Readonly<Record<string, string>> = {
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.json': 'application/json',
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://files');
    const path = join(folder, decodeURIComponent(pathname.endsWith('/') ? `${pathname}index.html` : pathname));
    if (!existsSync(path)) return void response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': types[extname(path)] ?? 'application/octet-stream' });
    response.end(readFileSync(path));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
