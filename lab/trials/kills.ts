import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { startFaultServer } from '../../packages/engine/src/llm/fault-server.fixture.js';
import { asbench, bytesOf, differences, faultOf, firstLine, start } from './asbench.js';
import { agents, makeHome, modelConfig } from './home.js';
import { Dice } from './mutate.js';
import type { Tally, Trial, TrialContext } from './trial.js';

/** Numbers of kills: of runs and their resumes, one run after another, and of each other command. */
const KILLS_OF_RUNS = 60;
const KILLS_OF_MODELS = 15;
const KILLS_OF_COMMANDS = 25;

/** Kills processes at any moment, and compares the outcome with that of uninterrupted ones. */
export const kills: Trial = {
  name: 'kills',
  about: 'runs, resumes and other commands killed at any moment: the same final bytes, and no repeated paid call',
  async run(context: TrialContext): Promise<Tally> {
    const { folder, scale, seed } = context;
    const home = await makeHome(folder);
    const dice = new Dice(seed);
    const failures: string[] = [];
    const count = (usual: number) => Math.ceil(usual * scale);
    const tally = { tries: 0, tooLate: 0 };
    const kill = async (args: readonly string[], longest: number): Promise<void> => {
      const { child, ended } = start(args, { cwd: folder });
      const timer = setTimeout(() => child.kill('SIGKILL'), 300 + dice.next() * longest);
      const end = await ended;
      clearTimeout(timer);
      if (end.signal === 'SIGKILL') tally.tries++;
      else {
        tally.tooLate++;
        const fault = faultOf(end);
        if (fault !== null) failures.push(`asbench ${args.join(' ')}: ${fault}`);
      }
    };
    await runs(home, kill, { ...context, wanted: count(KILLS_OF_RUNS), tally, failures });
    await models(home, kill, { ...context, wanted: tally.tries + count(KILLS_OF_MODELS), tally, failures });
    await commands(home, kill, { ...context, wanted: tally.tries + count(KILLS_OF_COMMANDS), tally, failures });
    return { tries: tally.tries, failures, note: `${tally.tooLate} more kills came too late` };
  },
};

type Kill = (args: readonly string[], longest: number) => Promise<void>;
interface Work extends TrialContext {
  readonly wanted: number;
  readonly tally: { readonly tries: number };
  readonly failures: string[];
}

const runsIn = (home: string) => readdirSync(join(home, 'runs'));

/** Kills a run and its resumes until one ends; repeatedly, with agents in both languages. */
async function runs(home: string, kill: Kill, { folder, wanted, tally, failures }: Work): Promise<void> {
  const at = ['--home-dir', home];
  const setups = [
    ['run', 'DailyMobility', '--people', '400', '--threads', '1', '-a', 'day-pattern'],
    ['run', 'DailyMobility', '--people', '60', '-a', agents.python],
    ['run', 'HurricaneMobility', '--people', '300', '--congestion', 'bpr', '-a', 'commuter'],
  ];
  const expected = new Map<readonly string[], Map<string, Buffer>>();
  for (let n = 0; tally.tries < wanted; n++) {
    const args = setups[n % setups.length]!;
    if (!expected.has(args)) {
      const calm = await asbench([...at, ...args, '--json'], { cwd: folder });
      if (calm.code !== 0) throw new Error(`${args.join(' ')}: ${firstLine(calm.errors)}`);
      expected.set(args, bytesOf((JSON.parse(calm.output) as { folder: string }).folder));
    }
    const before = new Set(runsIn(home));
    await kill([...at, ...args], 4000);
    const [name] = runsIn(home).filter((run) => !before.has(run));
    if (name === undefined || !existsSync(join(home, 'runs', name, 'run.json'))) {
      if (name !== undefined) rmSync(join(home, 'runs', name), { recursive: true });
      continue;
    }
    for (let i = 0; i < 3 && tally.tries < wanted; i++) await kill([...at, 'runs', 'resume', name], 2500);
    const end = await asbench([...at, 'runs', 'resume', name], { cwd: folder });
    if (end.code !== 0) failures.push(`${args.join(' ')}: not resumed: ${firstLine(end.errors)}`);
    const differ = differences(bytesOf(join(home, 'runs', name)), expected.get(args)!);
    if (differ.length > 0) failures.push(`${args.join(' ')}: differs in ${differ.join(', ')}`);
    rmSync(join(home, 'runs', name), { recursive: true, force: true });
  }
}

/** The same with a model that fails in a third of its answers. No recorded answer is requested again. */
async function models(home: string, kill: Kill, { folder, wanted, tally, failures, seed }: Work): Promise<void> {
  const dice = new Dice(seed + 1);
  const faults = Array.from({ length: 5000 }, () =>
    dice.next() < 0.3
      ? dice.choice(['throttle', 'error', 'reset', 'garbage', 'truncate'] as const)
      : ('answer' as const),
  );
  const server = await startFaultServer({
    behave: (n) => faults[n % faults.length]!,
    answer: ({ body }) => `I rise at ${6 + (JSON.stringify(body.messages).length % 5)} and work.`,
    latencyMilliseconds: (n) => 5 + ((n * 37) % 40),
    retryAfter: '0',
  });
  try {
    const args = [
      '--home-dir',
      home,
      'run',
      'DailyMobility',
      '--people',
      '12',
      '-a',
      'diarist',
      '--demo',
      '-c',
      modelConfig(folder, server.url),
    ];
    const calm = await asbench([...args, '--json'], { cwd: folder });
    if (calm.code !== 0) throw new Error(firstLine(calm.errors));
    const { folder: whole } = JSON.parse(calm.output) as { folder: string };
    const expected = withoutTimes(whole);
    const shared = sharedPrompts(whole);
    while (tally.tries < wanted) {
      const before = new Set(runsIn(home));
      await kill(args, 5000);
      const [name] = runsIn(home).filter((run) => !before.has(run));
      if (name === undefined || !existsSync(join(home, 'runs', name, 'run.json'))) continue;
      const path = join(home, 'runs', name);
      for (let i = 0; i < 3 && tally.tries < wanted; i++) {
        const recorded = promptsIn(path);
        const asked = server.received.length;
        await kill(['--home-dir', home, 'runs', 'resume', name], 4000);
        const prompts = server.received.slice(asked).map(({ body }) => JSON.stringify(body.messages));
        const again = prompts.filter((prompt) => recorded.has(prompt) && !shared.has(prompt));
        if (again.length > 0) failures.push(`${again.length} recorded answers were requested again`);
      }
      const end = await asbench(['--home-dir', home, 'runs', 'resume', name], { cwd: folder });
      if (end.code !== 0) failures.push(`with a model: not resumed: ${firstLine(end.errors)}`);
      const differ = differences(withoutTimes(path), expected);
      if (differ.length > 0) failures.push(`with a model: differs in ${differ.join(', ')}`);
    }
  } finally {
    await server.close();
  }
}

/** The files of a run, without the times and durations of model answers. */
function withoutTimes(run: string): Map<string, Buffer> {
  const bytes = bytesOf(run);
  bytes.delete('calls.ndjson');
  return bytes;
}

/** Prompts with an answer in the record of a run; an incomplete last line does not count. */
function promptsIn(run: string): Set<string> {
  return new Set(answeredPrompts(run));
}

/** Prompts of several people, of whom each needs an answer. */
function sharedPrompts(run: string): Set<string> {
  const all = answeredPrompts(run);
  return new Set(all.filter((prompt, i) => all.indexOf(prompt) !== i));
}

function answeredPrompts(run: string): string[] {
  const path = join(run, 'calls.ndjson');
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as { failed: boolean; source: string; request: { messages: unknown } })
    .filter(({ failed, source }) => !failed && source === 'provider')
    .map(({ request }) => JSON.stringify(request.messages));
}

/** Files of other commands are complete or missing. */
async function commands(home: string, kill: Kill, { folder, wanted, tally, failures }: Work): Promise<void> {
  const out = join(folder, 'out');
  const at = ['--home-dir', home];
  const map = join(home, 'demo', 'DailyMobility-3.1', 'map.pb');
  const [run] = runsIn(home).filter((name) => name.startsWith('daily'));
  const all: readonly (readonly [file: string, args: readonly string[]])[] = [
    ['town.pb', ['map', 'synth', '--seed', '1', '--size', 'town', '-o']],
    ['town.svg', ['map', 'draw', map, '-o']],
    ['people.json', ['data', 'people', '--map', map, '-n', '20000', '-o']],
    ['steps.csv', ['humob', 'synth', '-o']],
    ['trips.csv', [...at, 'runs', 'export', run!, '--table', 'statuses', '--format', 'csv', '-o']],
    ['trips.parquet', [...at, 'runs', 'export', run!, '--table', 'statuses', '-o']],
    ['scores.json', [...at, 'evaluate', 'DailyMobility', run!, '-o']],
  ];
  mkdirSync(out, { recursive: true });
  const whole = new Map<string, Buffer>();
  for (const [file, args] of all) {
    const end = await asbench([...args, join(out, file)], { cwd: folder });
    if (end.code !== 0) failures.push(`${args.join(' ')}: ${firstLine(end.errors)}`);
    else if (statSync(join(out, file)).isFile()) whole.set(file, readFileSync(join(out, file)));
  }
  for (let n = 0; tally.tries < wanted; n++) {
    const [file, args] = all[n % all.length]!;
    const path = join(out, file);
    rmSync(path, { recursive: true, force: true });
    await kill([...args, path], 1200);
    const kept = whole.get(file);
    if (existsSync(path) && kept !== undefined && !readFileSync(path).equals(kept))
      failures.push(`${args.join(' ')} left an incomplete file`);
  }
}
