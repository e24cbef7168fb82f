import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addCall, newTally, scanCalls, uniqueCalls } from '@itinera/run/browser';
import {
  type Behaviour,
  BILLED,
  FAULTS,
  type FaultServer,
  startFaultServer,
} from '../../packages/engine/src/llm/fault-server.fixture.js';
import { asbench, faultOf, firstLine, start } from './asbench.js';
import { makeHome } from './home.js';
import { Dice } from './mutate.js';
import type { Tally, Trial, TrialContext } from './trial.js';

const CONCURRENCY = 4;
const KILLS = 4;
/** US dollars of a billed attempt: 100 tokens in and 20 out. */
const COST = 0.14;
const KINDS: readonly Behaviour[] = [...BILLED, ...FAULTS, 'busy', 'answer', 'empty', 'no-content', 'reject'];
const AGENT = ['-a', 'diarist', '--people', '8'];

interface Work {
  readonly dice: Dice;
  readonly folder: string;
  readonly data: string;
  readonly failures: string[];
}

/** Servers that bill for everything they send, and fail in every way: the record must have the same sum. */
export const bills: Trial = {
  name: 'bills',
  about:
    'hostile servers × budget, kill, resume, sweep, evolve, archetypes: billed is counted (bills:kinds, bills:kills …)',
  async run({ folder, seed, scale, only = '' }: TrialContext): Promise<Tally> {
    const home = await makeHome(folder);
    const work = { dice: new Dice(seed), folder, data: join(home, 'demo', 'DailyMobility-3.1'), failures: [] };
    const notes: string[] = [];
    let tries = 0;
    for (const [name, kind] of Object.entries({ kinds, kills, sweep, evolve, archetypes })) {
      if (!name.startsWith(only)) continue;
      const times = name === 'kinds' ? 1 : Math.ceil(3 * scale);
      for (let n = 0; n < times; n++) tries += await kind(work, n);
      notes.push(name);
    }
    return { tries, failures: work.failures, note: notes.join(', ') };
  },
};

/** A server whose requests end in one of these ways, at random, and the configuration that calls it. */
async function serverOf({ folder, dice }: Work, kinds: readonly Behaviour[]) {
  const behave = () => kinds[dice.below(kinds.length)]!;
  const server = await startFaultServer({ behave, retryAfter: '0', latencyMilliseconds: () => dice.below(30) });
  const config = join(folder, `${new URL(server.url).port}.json`);
  const entry = { provider: 'vllm', base_url: server.url, model: 'toy', concurrency: CONCURRENCY, timeout: 5 };
  writeFileSync(config, JSON.stringify({ llm: [{ ...entry, price: { input: 1000, output: 2000 } }] }));
  return { server, config };
}

/** Sums up all records below a folder. */
function countedIn(folder: string) {
  const tally = newTally();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('calls.ndjson')) continue;
    const isUnique = uniqueCalls();
    scanCalls(readFileSync(join(folder, name)), (head) => isUnique(head) && addCall(tally, head));
  }
  return tally;
}

/** Compares the sums of the server and of the records. @param lost calls that may have been in flight at a kill */
function compare({ failures }: Work, what: string, { billed, received }: FaultServer, folder: string, lost = 0): void {
  const { calls, inputTokens, outputTokens, cost } = countedIn(folder);
  const missing = billed - inputTokens / 100;
  const isRight =
    missing >= 0 &&
    missing <= lost &&
    received.length - calls >= 0 &&
    received.length - calls <= lost &&
    outputTokens === inputTokens / 5 &&
    Math.abs(cost - COST * (inputTokens / 100)) < 1e-6;
  if (!isRight)
    failures.push(
      `${what}: ${received.length} calls, ${billed} billed; counted ${calls} calls, ${inputTokens} and ${outputTokens} tokens, $${cost.toFixed(2)}`,
    );
}

async function bench(work: Work, home: string, ...args: string[]) {
  const end = await asbench(['--home-dir', home, ...args], { cwd: work.folder, seconds: 900 });
  const fault = faultOf(end);
  if (fault !== null) work.failures.push(`asbench ${args.join(' ')}: ${fault}`);
  return end;
}

const runOf = ({ data }: Work, config: string) => ['run', 'DailyMobility', '-d', data, ...AGENT, '-c', config];

/** Every kind of answer alone, up to a limit of cost. */
async function kinds(work: Work): Promise<number> {
  for (const kind of KINDS) {
    const { server, config } = await serverOf(work, [kind]);
    const home = join(work.folder, `kind-${kind}`);
    await bench(work, home, ...runOf(work, config), '--max-cost', `${10 * COST}`, '--max-calls', '30');
    compare(work, `kind ${kind}`, server, home);
    if (server.billed > 10 + CONCURRENCY) work.failures.push(`kind ${kind}: ${server.billed} billed at a limit of 10`);
    await server.close();
  }
  return KINDS.length;
}

/** A run that stops at limits, is killed and resumed. */
async function kills(work: Work, seed: number): Promise<number> {
  const { server, config } = await serverOf(work, KINDS);
  const home = join(work.folder, `kills-${seed}`);
  await bench(work, home, ...runOf(work, config), '--seed', `${seed}`, '--max-calls', '10');
  compare(work, `run ${seed} at its limit`, server, home);
  const [run] = readdirSync(join(home, 'runs'));
  for (let kill = 0; kill < KILLS; kill++) {
    const { child, ended } = start(['--home-dir', home, 'runs', 'resume', run!], { cwd: work.folder });
    const timer = setTimeout(() => child.kill('SIGKILL'), 1500 + work.dice.below(3000));
    await ended;
    clearTimeout(timer);
  }
  await bench(work, home, 'runs', 'resume', run!);
  compare(work, `run ${seed} killed ${KILLS} times`, server, home, KILLS * CONCURRENCY);
  await server.close();
  return KILLS + 1;
}

async function sweep(work: Work, n: number): Promise<number> {
  const { server, config } = await serverOf(work, KINDS);
  const home = join(work.folder, `sweep-${n}`);
  await bench(work, home, ...runOf(work, config), '--seeds', '2', '--max-cost', `${30 * COST}`);
  compare(work, 'sweep', server, home);
  await server.close();
  return 1;
}

const VARIED = `import { DailyMobilityAgent } from 'itinera';
export default class extends DailyMobilityAgent {
  static parameters = { prompt: { default: 'At work?' } };
  async forward() {
    if (!this.environment.getDatetime(true).endsWith('2:00:00')) return;
    await this.llm.atextRequest([{ role: 'user', content: String(this.params.prompt) }], { fallback: 'no' });
    this.goToAoi(this.status.get('work').aoiPosition.aoiId);
  }
}
`;

async function evolve(work: Work, n: number): Promise<number> {
  const { server, config } = await serverOf(work, KINDS);
  const home = join(work.folder, `evolve-${n}`);
  const agent = join(work.folder, 'varied.ts');
  mkdirSync(home);
  writeFileSync(agent, VARIED);
  const terms = ['--people', '3', '--candidates', '2', '--rungs', '1', '--max-calls', '100'];
  const words = ['study', 'evolve', 'DailyMobility', '-d', work.data, '-a', agent, '-c', config, ...terms];
  const { output } = await bench(work, home, ...words, '-o', join(home, 'best.json'));
  compare(work, `evolve: ${firstLine(output)}`, server, home);
  await server.close();
  return 1;
}

async function archetypes(work: Work, n: number): Promise<number> {
  const { server, config } = await serverOf(work, KINDS);
  const home = join(work.folder, `archetypes-${n}`);
  const table = join(work.folder, 'survey.csv');
  const day = 'home 0-480;>bus 480-510 4000;work 510-1020;>bus 1020-1050 4000;home 1050-1440';
  const rows = Array.from(
    { length: 40 },
    (_, i) => `p${i},h${i},1,${i % 2 ? 'm' : 'f'},18-24,work_full,1,${i % 2},${day}`,
  );
  writeFileSync(table, `person,household,weight,sex,age,status,hh_size,cars,sequence\n${rows.join('\n')}\n`);
  mkdirSync(home);
  const words = ['data', 'diaries', 'ask', table, '-c', config, '-o', join(home, 'asked.ts')];
  const end = await bench(work, home, ...words);
  compare(work, `archetypes: ${firstLine(end.errors)}`, server, home);
  await server.close();
  return 1;
}
